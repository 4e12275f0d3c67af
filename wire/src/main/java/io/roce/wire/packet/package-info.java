/**
 * The packet inside a UDP datagram: a checked view ({@link io.roce.wire.packet.RocePacket}), what can be wrong with one
 * ({@link io.roce.wire.packet.WireError}), the datagram it came in or goes out with
 * ({@link io.roce.wire.packet.RoceDatagram}), and how packets are built and printed.
 */
package io.roce.wire.packet;
