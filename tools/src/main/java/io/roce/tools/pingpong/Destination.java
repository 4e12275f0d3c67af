package io.roce.tools.pingpong;

import io.roce.nic.link.Addresses;
import io.roce.tools.adapter.QpAddress;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an end's queue pair is, as the ends tell each other: four numbers in hex with leading zeros,
 * {@code LID:QPN:PSN:GID} of 4, 6, 6 and 32 digits.
 *
 * @param lid     16 bits; RoCE has none, and 0 stands for that.
 * @param qpn     24 bits.
 * @param psn     of the first packet that the end sends, 24 bits.
 * @param address the GID: an IPv6 address, or the IPv4 address that it maps; all zeros from an end that was not told
 *                which of its GIDs to use.
 */
record Destination(int lid, int qpn, int psn, InetAddress address)
{
    /** Characters of the text. */
    static final int LENGTH = 4 + 1 + 6 + 1 + 6 + 1 + 32;

    private static final Pattern TEXT = Pattern.compile(
        "(?i)([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6}):([0-9a-f]{32})");
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] IPV4_PREFIX = HEX.parseHex("00000000000000000000ffff");

    /** What the text says; null when it says nothing of the kind. */
    static Destination parse(final String text)
    {
        final Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches())
        {
            return null;
        }
        try
        {
            return new Destination(
                HexFormat.fromHexDigits(matcher.group(1)),
                HexFormat.fromHexDigits(matcher.group(2)),
                HexFormat.fromHexDigits(matcher.group(3)),
                InetAddress.getByAddress(HEX.parseHex(matcher.group(4))));
        }
        catch (final UnknownHostException e)
        {
            throw new IllegalStateException("a GID that is no address: " + matcher.group(4), e);
        }
    }

    /** As it is sent. */
    String text()
    {
        final byte[] octets = address.getAddress();
        final String gid = (address instanceof Inet6Address ? "" : HEX.formatHex(IPV4_PREFIX)) + HEX.formatHex(octets);
        return "%04x:%06x:%06x:%s".formatted(lid, qpn, psn, gid);
    }

    QpAddress qpAddress()
    {
        return new QpAddress(address, qpn, psn);
    }

    /** As IPv6 addresses are written. */
    String gid()
    {
        return Addresses.gid(address);
    }

    /** For people. */
    @Override
    public String toString()
    {
        return "LID 0x%04x  QPN %s  PSN %s  GID %s".formatted(lid, Qpn.format(qpn), Psn.format(psn), gid());
    }
}
