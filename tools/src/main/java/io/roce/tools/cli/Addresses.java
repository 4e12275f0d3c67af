package io.roce.tools.cli;

import io.roce.wire.AsciiText;
import io.roce.wire.icrc.Envelope;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.TypeConversionException;

/**
 * Addresses as the command line writes them: {@code ADDR[:PORT]}, IPv6 as {@code ::1} or {@code [::1]:4791}. IP
 * literals and {@code localhost} only: names are never looked up, so an address means the same on every machine.
 */
public final class Addresses
{
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%[\\w.-]+)?");
    /** An IPv6 address and what looks more like a port than like the last part of one. */
    private static final Pattern IPV6_AND_PORT = Pattern.compile("(.*:.*):(\\d{4,5})");

    private static final int PORT_MAX = 0xFFFF;

    /** Of 16 bits in an IPv6 address. */
    private static final int GROUPS = 8;

    private Addresses()
    {
    }

    /** Where something is to be sent: the port is {@link Envelope#ROCE_PORT} unless it names one, and never 0. */
    public static InetSocketAddress parseRemote(final String text)
    {
        return parse(text, Envelope.ROCE_PORT, 1);
    }

    /** Where to bind, or what a node says: as {@link #parseRemote}, and port 0 is any. */
    public static InetSocketAddress parse(final String text)
    {
        return parse(text, Envelope.ROCE_PORT);
    }

    /** Where to bind, with a port for those that name none. */
    public static InetSocketAddress parse(final String text, final int defaultPort)
    {
        return parse(text, defaultPort, 0);
    }

    private static InetSocketAddress parse(final String text, final int defaultPort, final int minPort)
    {
        final String host;
        final String port;
        final int close = text.indexOf(']');
        final int colon = text.lastIndexOf(':');
        if (text.startsWith("[") && close > 0)
        {
            host = text.substring(1, close);
            final String rest = text.substring(close + 1);
            if (host.indexOf(':') < 0 || !rest.isEmpty() && rest.charAt(0) != ':')
            {
                throw notAnAddress(text);
            }
            port = rest.isEmpty() ? null : rest.substring(1);
        }
        else if (colon >= 0 && colon == text.indexOf(':'))
        {
            host = text.substring(0, colon);
            port = text.substring(colon + 1);
        }
        else
        {
            host = text;
            port = null;
        }
        final InetAddress address = literal(host);
        if (port == null && !text.startsWith("["))
        {
            requireNoPort(host, address != null);
        }
        if (address == null)
        {
            throw notAnAddress(text);
        }
        return new InetSocketAddress(address, port == null ? defaultPort : port(text, port, minPort));
    }

    /** An address without a port. */
    public static InetAddress parseHost(final String text)
    {
        final boolean isBracketed = text.startsWith("[") && text.endsWith("]");
        final InetAddress address = literal(isBracketed ? text.substring(1, text.length() - 1) : text);
        if (address == null)
        {
            throw new TypeConversionException("'" + text + "' is not an IP address");
        }
        return address;
    }

    /** The address alone, without brackets or a name: {@code 127.0.0.2}, {@code ::1}. */
    public static String format(final InetAddress address)
    {
        if (!(address instanceof Inet6Address))
        {
            return address.getHostAddress();
        }
        final byte[] octets = address.getAddress();
        final AsciiText text = new AsciiText(40);
        appendIpv6(text, half(octets, 0), half(octets, Long.BYTES));
        final String host = address.getHostAddress();
        final int scope = host.indexOf('%');
        return scope < 0 ? text.toString() : text.append(host.substring(scope)).toString();
    }

    /**
     * The same of an address in two halves, as {@link Envelope#sourceHigh()} and {@link Envelope#sourceLow()} have
     * them; allocates nothing.
     */
    public static void append(final AsciiText out, final long high, final long low)
    {
        if (high == 0 && low >>> Integer.SIZE == Envelope.V4_MAPPED_PREFIX >>> Integer.SIZE)
        {
            out.appendDecimal(low >> 24 & 0xFF).append('.').appendDecimal(low >> 16 & 0xFF).append('.')
                .appendDecimal(low >> 8 & 0xFF).append('.').appendDecimal(low & 0xFF);
        }
        else
        {
            appendIpv6(out, high, low);
        }
    }

    /** As {@link #parse} reads it: {@code 127.0.0.2:4791}, {@code [::1]:4791}. */
    public static String format(final InetSocketAddress address)
    {
        final String host = format(address.getAddress());
        return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + address.getPort();
    }

    private static InetAddress literal(final String host)
    {
        try
        {
            if ("localhost".equals(host))
            {
                return InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
            }
            if (IPV4.matcher(host).matches())
            {
                final String[] parts = host.split("\\.");
                final byte[] octets = new byte[parts.length];
                for (int i = 0; i < parts.length; i++)
                {
                    final int octet = Integer.parseInt(parts[i]);
                    if (octet > 255)
                    {
                        return null;
                    }
                    octets[i] = (byte)octet;
                }
                return InetAddress.getByAddress(octets);
            }
            return IPV6.matcher(host).matches() ? InetAddress.getByName(host) : null;
        }
        catch (final UnknownHostException e)
        {
            return null;
        }
    }

    private static int port(final String text, final String port, final int min)
    {
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > PORT_MAX || Integer.parseInt(port) < min)
        {
            throw new TypeConversionException("'" + text + "' has the port '" + port +
                "', which is not a number from " + min + " to " + PORT_MAX);
        }
        return Integer.parseInt(port);
    }

    /** Refuses an IPv6 address without brackets whose last part is, or may be meant for, a port. */
    private static void requireNoPort(final String host, final boolean isAddress)
    {
        final Matcher matcher = IPV6_AND_PORT.matcher(host);
        if (matcher.matches() && literal(matcher.group(1)) != null)
        {
            throw new TypeConversionException("'" + host + "' is an address" +
                (isAddress ? ", or an address and a port: write [" + host + "] or [" : " and a port: write [") +
                matcher.group(1) + "]:" + matcher.group(2));
        }
    }

    private static TypeConversionException notAnAddress(final String text)
    {
        return new TypeConversionException("'" + text +
            "' is not an IP address with an optional port, such as 127.0.0.2, 127.0.0.2:4791, ::1 or [::1]:4791");
    }

    /** With {@code ::} for the longest run of zeros, the first of several, as RFC 5952 has it. */
    private static void appendIpv6(final AsciiText out, final long high, final long low)
    {
        int zerosAt = GROUPS;
        int zeros = 1;
        for (int at = 0; at < GROUPS; at++)
        {
            int end = at;
            while (end < GROUPS && group(high, low, end) == 0)
            {
                end++;
            }
            if (end - at > zeros)
            {
                zerosAt = at;
                zeros = end - at;
            }
        }
        for (int at = 0; at < GROUPS; at++)
        {
            if (at == zerosAt)
            {
                out.append("::");
                at += zeros - 1;
            }
            else
            {
                if (at > 0 && at != zerosAt + zeros)
                {
                    out.append(':');
                }
                out.appendHex(group(high, low, at), 1);
            }
        }
    }

    private static int group(final long high, final long low, final int index)
    {
        final long half = index < GROUPS / 2 ? high : low;
        return (int)(half >>> Short.SIZE * (GROUPS / 2 - 1 - index % (GROUPS / 2))) & 0xFFFF;
    }

    private static long half(final byte[] octets, final int offset)
    {
        return ByteBuffer.wrap(octets).getLong(offset);
    }
}
