package io.roce.nic.transport;

import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;

/** The ways out of a node. Asked when a way to a peer is made, and not for each packet. Lane thread only. */
@FunctionalInterface
public interface Egresses
{
    /** What sends from that address of the node's. */
    Egress at(GidEntry gid);
}
