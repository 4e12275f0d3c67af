package io.roce.nic.trace;

import io.roce.nic.qp.QpType;

import java.net.InetAddress;

/**
 * One life of a queue pair number that has ended.
 *
 * @param createdNs   when it was created, on the node's clock.
 * @param destroyedNs when it was destroyed, on the node's clock.
 * @param peer        the address it was last connected to; null if it never was.
 */
public record QpnLife(int qpn, long generation, QpType type, long createdNs, long destroyedNs, InetAddress peer)
{
}
