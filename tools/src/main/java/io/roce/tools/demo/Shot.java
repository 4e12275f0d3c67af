package io.roce.tools.demo;

import io.roce.nic.stats.Fate;
import io.roce.wire.packet.RocePacketBuilder;

/**
 * A packet that is made for one fate.
 *
 * @param what what is particular about it.
 */
record Shot(String what, Fate expected, RocePacketBuilder packet)
{
}
