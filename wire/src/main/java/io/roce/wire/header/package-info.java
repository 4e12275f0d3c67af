/**
 * Where the bits are: one flyweight for each header of a RoCEv2 packet. A flyweight is pointed at bytes with
 * {@code wrap} and reads and writes them there; it checks nothing, and a setter leaves its neighbours' bits alone.
 * All fields are big-endian.
 */
package io.roce.wire.header;
