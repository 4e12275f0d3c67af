/**
 * Bytes and what they mean. This module knows no node, no clock and no socket.
 * <p>
 * This room holds the number arithmetic that everything else shares: {@link io.roce.wire.Qpn}, {@link io.roce.wire.Psn}
 * and {@link io.roce.wire.PKey}; and text as bytes, {@link io.roce.wire.AsciiText}.
 */
package io.roce.wire;
