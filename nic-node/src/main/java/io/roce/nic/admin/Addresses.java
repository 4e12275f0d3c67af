package io.roce.nic.admin;

import io.netty.util.NetUtil;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** IP literals. Names are never looked up: an API that resolves what it is sent can be made to ask anybody's server. */
final class Addresses
{
    private Addresses()
    {
    }

    /** The address, or null if the text is no IP literal. A GID that maps an IPv4 address is that IPv4 address. */
    static InetAddress parse(final String literal)
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

    static String format(final InetAddress address)
    {
        return NetUtil.toAddressString(address);
    }

    /** With the port, and IPv6 in brackets. */
    static String format(final InetSocketAddress address)
    {
        return NetUtil.toSocketAddressString(address);
    }

    /** The GID of a port with that address (IBTA Annex A17): IPv4 addresses are mapped into IPv6. */
    static String gid(final InetAddress address)
    {
        final String text = format(address);
        return address.getAddress().length == Integer.BYTES ? "::ffff:" + text : text;
    }
}
