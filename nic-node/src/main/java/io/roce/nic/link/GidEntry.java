package io.roce.nic.link;

import java.net.InetSocketAddress;

/**
 * One entry of a port's GID table ({@code ibv_gid_entry}): an address of the port, and so a place where data arrives.
 *
 * @param portNum  of the port, counted from 1.
 * @param gidIndex its place in the table, counted from 0.
 * @param udp      the address, and the UDP port that data is received at; 0 for any, and then the figures of the link
 *                 say which.
 */
public record GidEntry(int portNum, int gidIndex, InetSocketAddress udp)
{
}
