/**
 * Datagrams in and out. A link delivers what arrives to a {@link io.roce.nic.link.DatagramHandler}, whatever it is made
 * of.
 */
package io.roce.nic.link;
