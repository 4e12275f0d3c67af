/**
 * Datagrams in and out, and the ports that they come to. A link delivers what arrives at one address to a
 * {@link io.roce.nic.link.DatagramHandler}, whatever it is made of.
 */
package io.roce.nic.link;
