package io.roce.tools.adapter;

import java.net.InetAddress;

/**
 * Where a queue pair is, as its peer has to know it.
 *
 * @param address of its port.
 * @param qpn     its number, 24 bits.
 * @param psn     of the first packet that it sends, 24 bits.
 */
public record QpAddress(InetAddress address, int qpn, int psn)
{
}
