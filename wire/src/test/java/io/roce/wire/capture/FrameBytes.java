package io.roce.wire.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Wraps bytes in UDP, IP and a link header, right ones unless told otherwise: lengths, checksum 0, don't-fragment set,
 * identification 0. Each call sets one thing; {@link #wrap} and {@link #ipPacket} make the bytes.
 */
public final class FrameBytes
{
    private final byte[] source;
    private final byte[] destination;
    private final ByteArrayOutputStream link = new ByteArrayOutputStream();
    private final ByteArrayOutputStream extensions = new ByteArrayOutputStream();
    private int lastTypeOffset = 12;
    private int sourcePort = 49_152;
    private int destinationPort = 4791;
    private int protocol = 17;
    private int identification;
    private int fragmentField = 0x4000;
    private int trafficClass;
    private int hopLimit = 64;
    private int ipLengthChange;
    private int udpLengthChange;
    private byte[] trailer = {};

    private FrameBytes(final byte[] source, final byte[] destination)
    {
        this.source = source;
        this.destination = destination;
        ethernet();
    }

    /** 10.91.0.2 to 10.91.0.3. */
    public static FrameBytes ipv4()
    {
        return new FrameBytes(new byte[]{10, 91, 0, 2}, new byte[]{10, 91, 0, 3});
    }

    /** fd91::2 to fd91::3. */
    public static FrameBytes ipv6()
    {
        return new FrameBytes(hex("fd910000000000000000000000000002"), hex("fd910000000000000000000000000003"));
    }

    /** The same link header, tags and trailer, for a whole IP packet that is at hand. */
    public byte[] around(final byte[] ipPacket)
    {
        final byte[] head = link.toByteArray();
        if (lastTypeOffset >= 0)
        {
            ByteBuffer.wrap(head).putShort(lastTypeOffset, (short)(ipPacket[0] >> 4 == 6 ? 0x86DD : 0x0800));
        }

        return ByteBuffer.allocate(head.length + ipPacket.length + trailer.length)
            .put(head).put(ipPacket).put(trailer).array();
    }

    /** A whole frame. */
    public byte[] wrap(final byte[] udpPayload)
    {
        return around(ipPacket(udpPayload));
    }

    /** The frame without its link header and trailer. */
    public byte[] ipPacket(final byte[] udpPayload)
    {
        final int udpLength = 8 + udpPayload.length;
        final byte[] between = extensions.toByteArray();
        final int headerLength = source.length == 16 ? 40 : 20;
        final ByteBuffer packet = ByteBuffer.allocate(headerLength + between.length + udpLength);
        if (source.length == 16)
        {
            packet.putInt(6 << 28 | trafficClass << 20)
                .putShort((short)(between.length + udpLength + ipLengthChange))
                .put((byte)protocol)
                .put((byte)hopLimit);
        }
        else
        {
            packet.put((byte)(0x45 + between.length / 4))
                .put((byte)trafficClass)
                .putShort((short)(headerLength + between.length + udpLength + ipLengthChange))
                .putShort((short)identification)
                .putShort((short)fragmentField)
                .put((byte)hopLimit)
                .put((byte)protocol)
                .putShort((short)0);
        }

        return packet.put(source).put(destination).put(between)
            .putShort((short)sourcePort)
            .putShort((short)destinationPort)
            .putShort((short)(udpLength + udpLengthChange))
            .putShort((short)0)
            .put(udpPayload)
            .array();
    }

    public FrameBytes ethernet()
    {
        return link(hex("525400910003525400910002" + "0000"), 12);
    }

    /** Adds a tag inside those that are there. */
    public FrameBytes vlan(final int tagProtocol, final int vlanId)
    {
        final byte[] head = link.toByteArray();
        ByteBuffer.wrap(head).putShort(lastTypeOffset, (short)tagProtocol);
        final boolean isAtEnd = lastTypeOffset + 2 == head.length;
        final byte[] tagged = ByteBuffer.allocate(head.length + 4).put(head).putShort((short)vlanId).array();
        return link(tagged, isAtEnd ? head.length + 2 : lastTypeOffset);
    }

    /** Any link header; {@code typeOffset} says where in it the protocol stands, -1 for nowhere. */
    public FrameBytes link(final byte[] header, final int typeOffset)
    {
        link.reset();
        link.writeBytes(header);
        lastTypeOffset = typeOffset;
        return this;
    }

    public FrameBytes ports(final int sourcePort, final int destinationPort)
    {
        this.sourcePort = sourcePort;
        this.destinationPort = destinationPort;
        return this;
    }

    public FrameBytes identification(final int identification)
    {
        this.identification = identification;
        return this;
    }

    /** Flags and fragment offset of IPv4. */
    public FrameBytes fragmentField(final int fragmentField)
    {
        this.fragmentField = fragmentField;
        return this;
    }

    /** IPv4 protocol, or IPv6 next header. */
    public FrameBytes protocol(final int protocol)
    {
        this.protocol = protocol;
        return this;
    }

    public FrameBytes trafficClass(final int trafficClass)
    {
        this.trafficClass = trafficClass;
        return this;
    }

    public FrameBytes hopLimit(final int hopLimit)
    {
        this.hopLimit = hopLimit;
        return this;
    }

    /** Options of IPv4, or extension headers of IPv6, byte by byte in hex. */
    public FrameBytes extensions(final String hex)
    {
        extensions.writeBytes(hex(hex));
        return this;
    }

    /** How much more, or less, the IP header says than there is. */
    public FrameBytes ipLengthChange(final int change)
    {
        ipLengthChange = change;
        return this;
    }

    /** How much more, or less, the UDP header says than there is. */
    public FrameBytes udpLengthChange(final int change)
    {
        udpLengthChange = change;
        return this;
    }

    /** What follows the IP packet in the frame. */
    public FrameBytes trailer(final byte... trailer)
    {
        this.trailer = trailer;
        return this;
    }

    /**
     * Puts the right ICRC at the end of the UDP datagram in an IP packet without options, from nothing but annex A17:
     * ones for the missing LRH and for the fields that change on the way, least significant byte first.
     */
    public static byte[] withIcrc(final byte[] ipPacket)
    {
        final byte[] packet = ipPacket.clone();
        final boolean isIpv6 = packet[0] >> 4 == 6;
        final int udp = isIpv6 ? 40 : 20;
        final int end = udp + (ByteBuffer.wrap(packet).getShort(udp + 4) & 0xFFFF) - 4;
        final byte[] masked = packet.clone();
        for (final int offset : isIpv6 ? new int[]{1, 2, 3, 7} : new int[]{1, 8, 10, 11})
        {
            masked[offset] = (byte)0xFF;
        }

        masked[0] |= (byte)(isIpv6 ? 0x0F : 0);
        masked[udp + 6] = masked[udp + 7] = masked[udp + 8 + 4] = (byte)0xFF;
        final CRC32 crc = new CRC32();
        crc.update(hex("ffffffffffffffff"));
        crc.update(masked, 0, end);
        ByteBuffer.wrap(packet).putInt(end, Integer.reverseBytes((int)crc.getValue()));
        return packet;
    }

    /**
     * Puts the right checksums into an IP packet without options: that of the IPv4 header, and that of UDP (17), TCP
     * (6) or ICMPv6 (58), summed up word by word.
     */
    public static byte[] withChecksums(final byte[] ipPacket)
    {
        final byte[] packet = ipPacket.clone();
        final ByteBuffer buffer = ByteBuffer.wrap(packet);
        final boolean isIpv6 = packet[0] >> 4 == 6;
        final int start = isIpv6 ? 40 : 20;
        final int protocol = packet[isIpv6 ? 6 : 9];
        if (!isIpv6)
        {
            buffer.putShort(10, (short)0).putShort(10, (short)~sum(packet, 0, 20, 0));
        }

        final int place = start + (protocol == 17 ? 6 : protocol == 6 ? 16 : 2);
        buffer.putShort(place, (short)0);
        final int pseudo = sum(packet, isIpv6 ? 8 : 12, start, protocol + packet.length - start);
        final int checksum = ~sum(packet, start, packet.length, pseudo) & 0xFFFF;
        buffer.putShort(place, (short)(checksum == 0 && protocol == 17 ? 0xFFFF : checksum));
        return packet;
    }

    private static int sum(final byte[] bytes, final int from, final int to, final int first)
    {
        int sum = first;
        for (int i = from; i < to; i++)
        {
            sum += (bytes[i] & 0xFF) << ((i - from) % 2 == 0 ? 8 : 0);
            sum = (sum & 0xFFFF) + (sum >> 16);
        }

        return sum;
    }

    public static byte[] hex(final String digits)
    {
        final byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++)
        {
            bytes[i] = (byte)Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }

        return bytes;
    }
}
