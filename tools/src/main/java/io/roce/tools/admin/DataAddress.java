package io.roce.tools.admin;

import java.net.InetSocketAddress;

/**
 * One address where a node receives data, and what queue pairs have to be made with that serve it.
 *
 * @param pKeyIndex of the P_Key that they are to have.
 * @param pKey      16 bits: what the port's table has there.
 */
public record DataAddress(InetSocketAddress udp, int portNum, int sgidIndex, int pKeyIndex, int pKey)
{
}
