/**
 * Connection management: the datagrams to QP 1 by which two hosts tell each other of their queue pairs (IBTA Vol 1,
 * chapter 12). Decoded alone, nothing answers them.
 */
package io.roce.wire.cm;
