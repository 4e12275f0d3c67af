/**
 * {@code roce send}, and sending by any tool: where to and from which address. Packets are a series of which each is
 * built from its index: values swept, packets given in captures or hex, either of them mutated. Time and the socket are
 * passed in.
 */
package io.roce.tools.send;
