package io.roce.nic.link;

import java.net.InetSocketAddress;

/**
 * Whether datagrams of one length to one destination are given to the system in one piece ({@code UDP_SEGMENT}). It
 * cuts them up and counts the IPv4 identification from 0, which their ICRCs are made for; or it leaves them together
 * all the way to a receiver on the same machine.
 */
public enum GsoMode
{
    /** To loopback addresses alone, where it is known what becomes of them on the way; as off with an ingress. */
    AUTO("auto"),
    /** To all. */
    ON("on"),
    /** Every datagram by itself, with identification 0. */
    OFF("off");

    private final String label;

    GsoMode(final String label)
    {
        this.label = label;
    }

    /** As it is written on the command line. */
    public String label()
    {
        return label;
    }

    boolean isFor(final InetSocketAddress to)
    {
        return this == ON || this == AUTO && to.getAddress().isLoopbackAddress();
    }
}
