package io.roce.nic.qp;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

import static io.roce.nic.qp.QpAttribute.*;

/**
 * What the node's ports allow. What is looked at is the queue pair as it would be after the call: whoever changes the
 * port alone must find there what was set before.
 */
final class PortCheck
{
    private final Ports ports;

    PortCheck(final Ports ports)
    {
        this.ports = ports;
    }

    /**
     * Checks a modify of a queue pair that is not, or does not stay, in RESET, and so has a port.
     *
     * @throws VerbsException naming the first attribute that would not be right, its value and its bounds.
     */
    void require(final QpContext context, final QpAttributes asked) throws VerbsException
    {
        final long portNum = after(PORT_NUM, context, asked);
        if (portNum < 1 || portNum > ports.count())
        {
            throw VerbsException.outOfRange(PORT_NUM.label(), portNum, 1, ports.count(), PORT_NUM.form());
        }

        final Port port = ports.get((int)portNum);
        requireRange(PKEY_INDEX, after(PKEY_INDEX, context, asked), 0, port.pKeys().size() - 1, port);
        if (asked.has(DGID))
        {
            requirePath(asked.dgid(), asked.value(SGID_INDEX), port);
        }
        else if (context.has(DGID))
        {
            requirePath(context.dgid(), context.value(SGID_INDEX), port);
        }
        if (asked.has(PATH_MTU) || context.has(PATH_MTU))
        {
            requireRange(PATH_MTU, after(PATH_MTU, context, asked), PATH_MTU.min(), port.activeMtu(), port);
        }
    }

    private static long after(final QpAttribute attribute, final QpContext context, final QpAttributes asked)
    {
        return asked.has(attribute) ? asked.value(attribute) : context.value(attribute);
    }

    private static void requireRange(
        final QpAttribute attribute, final long value, final long min, final long max, final Port port)
        throws VerbsException
    {
        if (value < min || value > max)
        {
            throw VerbsException.outOfRangeOfPort(attribute.label(), value, min, max, port.portNum());
        }
    }

    /** From one of the port's addresses to one of the same IP version that a peer can have. */
    private static void requirePath(final InetAddress dgid, final long sgidIndex, final Port port)
        throws VerbsException
    {
        requireRange(SGID_INDEX, sgidIndex, 0, port.gids().size() - 1, port);
        final GidEntry sgid = port.gids().get((int)sgidIndex);
        final boolean isIpv6 = sgid.udp().getAddress() instanceof Inet6Address;
        if (dgid == null ||
            dgid instanceof Inet6Address != isIpv6 ||
            dgid.isAnyLocalAddress() ||
            dgid.isMulticastAddress())
        {
            throw VerbsException.notAllowed(
                DGID.label(),
                dgid == null ? null : Addresses.format(dgid),
                List.of(isIpv6 ? "a unicast IPv6 address" : "a unicast IPv4 address"),
                ", as GID %d of port %d is".formatted(sgidIndex, port.portNum()))
                .with(SGID_INDEX.label(), sgidIndex)
                .with(PORT_NUM.label(), port.portNum());
        }
    }
}
