package io.roce.nic.link;

import io.netty.util.NetUtil;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** IP literals. Names are never looked up: an API that resolves what it is sent can be made to ask anybody's server. */
public final class Addresses
{
    private Addresses()
    {
    }

    /** The address, or null if the text is no IP literal. A GID that maps an IPv4 address is that IPv4 address. */
    public static InetAddress parse(final String literal)
    {
        final byte[] bytes = literal.indexOf('[') >= 0 || literal.indexOf('%') >= 0 ?
            null :
            NetUtil.createByteArrayFromIpAddressString(literal);
        try
        {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        }
        catch (final UnknownHostException e)
        {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    /**
     * The address of two halves, as {@link io.roce.wire.icrc.Envelope#sourceHigh()} and {@code sourceLow()} have them:
     * of ::ffff:a.b.c.d an IPv4 address.
     */
    public static InetAddress of(final long high, final long low)
    {
        try
        {
            return InetAddress.getByAddress(ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
        }
        catch (final UnknownHostException ex)
        {
            throw new AssertionError("16 bytes are an address", ex);
        }
    }

    /**
     * An address that a socket can be bound to and a datagram can carry: no wildcard, no multicast, no name.
     *
     * @throws IllegalArgumentException one sentence that begins with the knob.
     */
    public static void requireConcrete(final String knob, final InetSocketAddress address)
    {
        if (address == null)
        {
            throw new IllegalArgumentException(knob + " must be set");
        }
        if (address.isUnresolved())
        {
            throw new IllegalArgumentException(knob + " is an unknown host: " + address.getHostString());
        }
        if (address.getAddress().isAnyLocalAddress() || address.getAddress().isMulticastAddress())
        {
            throw new IllegalArgumentException(
                knob + " must be a concrete address of this machine: " + format(address));
        }
    }

    /** The address alone, IPv6 as short as RFC 5952 has it: {@code 127.0.0.2}, {@code ::1}, {@code fe80::1%eth0}. */
    public static String format(final InetAddress address)
    {
        final String text = NetUtil.toAddressString(address);
        if (address instanceof final Inet6Address ipv6)
        {
            // Without its zone a link-local address does not say where it is.
            return ipv6.getScopedInterface() != null ? text + '%' + ipv6.getScopedInterface().getName() :
                ipv6.getScopeId() != 0 ? text + '%' + ipv6.getScopeId() :
                text;
        }
        return text;
    }

    /** With the port, and IPv6 in brackets: {@code 127.0.0.2:4791}, {@code [::1]:4791}; a name as it is. */
    public static String format(final InetSocketAddress address)
    {
        final String host = address.isUnresolved() ? address.getHostString() : format(address.getAddress());
        return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + address.getPort();
    }

    /** The GID of a port with that address (IBTA Annex A17): IPv4 addresses are mapped into IPv6. */
    public static String gid(final InetAddress address)
    {
        final String text = NetUtil.toAddressString(address);
        return address instanceof Inet6Address ? text : "::ffff:" + text;
    }
}
