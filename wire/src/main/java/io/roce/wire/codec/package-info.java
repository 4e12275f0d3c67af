/** Netty's side of the wire: thin handlers that move bytes; {@code wire.packet} understands them. */
package io.roce.wire.codec;
