/**
 * Many datagrams with one system call: {@code recvmmsg} and {@code sendmmsg} of 64-bit Linux, over memory that is used
 * again and again. Knows bytes and socket addresses, and no link. Nothing is allocated for a datagram.
 */
package io.roce.nic.mmsg;
