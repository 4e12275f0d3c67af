package io.roce.tools.replay;

import java.net.InetSocketAddress;

/**
 * A queue pair of the capture that was made on a node.
 *
 * @param at  where packets to it go now.
 * @param qpn its number there.
 */
public record ProvisionedQp(RecordedQp recorded, InetSocketAddress at, int qpn)
{
}
