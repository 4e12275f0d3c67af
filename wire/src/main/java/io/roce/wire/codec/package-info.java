/**
 * Netty's side of the wire: a thin handler that moves bytes; {@code wire.packet} understands them. Event loop thread
 * only.
 */
package io.roce.wire.codec;
