package io.roce.tools.replay;

import java.net.InetSocketAddress;

/**
 * Where packets of a capture go.
 *
 * @param to   the UDP address.
 * @param node that receives there.
 */
public record Target(InetSocketAddress to, ReplayNode node)
{
}
