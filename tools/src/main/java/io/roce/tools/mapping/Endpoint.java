package io.roce.tools.mapping;

import java.net.InetAddress;

/**
 * What names a queue pair in a capture. The same number at two addresses is two queue pairs.
 *
 * @param address where packets to it go.
 * @param qpn     24 bits.
 */
public record Endpoint(InetAddress address, int qpn)
{
}
