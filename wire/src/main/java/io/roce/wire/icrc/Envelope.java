package io.roce.wire.icrc;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The IP and UDP headers in front of a RoCEv2 packet, as its ICRC sees them: fields that may change on the way are
 * ones. They stand in one array with the packet behind them, so that the ICRC is one run over consecutive bytes.
 * <pre>
 *   0        8            20            48        56
 *   +--------+------------+-------------+---------+------------------+------+
 *   | ones   | IPv6 header (40)         | UDP (8) | BTH ... payload  | ICRC |
 *   +--------+---+--------+-------------+---------+------------------+------+
 *            20: | ones(8)| IPv4 header |
 *                +--------+-------------+
 * </pre>
 * The eight bytes of ones in front stand for the local route header that Ethernet does not have. Masked are: IPv4 TOS,
 * TTL and header checksum; IPv6 traffic class, flow label and hop limit; the UDP checksum; and in the BTH the byte of
 * FECN, BECN and six reserved bits, which {@link Icrc} masks since the packet is not ours to change.
 * <p>
 * Not thread-safe.
 */
public final class Envelope
{
    /** Where the packet, that is its BTH, starts in the array. */
    public static final int PACKET_OFFSET = 56;

    /** Length of an IPv4 header without options. */
    public static final int IPV4_HEADER_LENGTH = 20;

    /** Length of an IPv6 header without extension headers. */
    public static final int IPV6_HEADER_LENGTH = 40;

    /** Length of a UDP header. */
    public static final int UDP_HEADER_LENGTH = 8;

    /** UDP's number among the protocols above IP. */
    public static final byte UDP_PROTOCOL = 17;

    /** Destination port of every RoCEv2 packet. */
    public static final int ROCE_PORT = 4791;

    /** Second half of every IPv4 address as an IPv6 one, {@code ::ffff:a.b.c.d}: its own 32 bits are the low ones. */
    public static final long V4_MAPPED_PREFIX = 0xFFFFL << Integer.SIZE;

    static final int UDP_OFFSET = PACKET_OFFSET - UDP_HEADER_LENGTH;
    static final int IPV4_OFFSET = UDP_OFFSET - IPV4_HEADER_LENGTH;
    static final int IPV6_OFFSET = UDP_OFFSET - IPV6_HEADER_LENGTH;
    static final int IPV4_IDENTIFICATION_OFFSET = IPV4_OFFSET + 4;

    private static final int IPV4_CHECKSUM = 10;
    private static final int ONES_LENGTH = 8;
    private static final int MAX_LENGTH_FIELD = 0xFFFF;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int NO_LENGTH = -1;

    private final byte[] array;
    private final UnsafeBuffer buffer;
    private boolean isIpv6;
    private int fragmentField;

    /** The packet length that both length fields stand for; {@link #NO_LENGTH} where it may be none. */
    private int lengthsAreOf = NO_LENGTH;

    /** A new array with room for a packet of up to {@code maxPacketLength} bytes, its ICRC included. */
    public Envelope(final int maxPacketLength)
    {
        array = new byte[PACKET_OFFSET + maxPacketLength];
        buffer = new UnsafeBuffer(array);
    }

    /** Headers and packet. */
    public byte[] array()
    {
        return array;
    }

    /** The same bytes as {@link #array()}. */
    public MutableDirectBuffer buffer()
    {
        return buffer;
    }

    /** The longest packet that there is room for, in the array and in the length fields of this envelope's headers. */
    public int maxPacketLength()
    {
        final int maxUdpLength = isIpv6 ? MAX_LENGTH_FIELD : MAX_LENGTH_FIELD - IPV4_HEADER_LENGTH;
        return Math.min(array.length - PACKET_OFFSET, maxUdpLength - UDP_HEADER_LENGTH);
    }

    /**
     * Starts an envelope: addresses of one family, identification 0, don't-fragment set. Lengths and ports are to
     * follow.
     *
     * @param source      4 or 16 bytes.
     * @param destination as many.
     */
    public void addresses(final byte[] source, final byte[] destination)
    {
        if (source.length != destination.length)
        {
            throw new IllegalArgumentException(
                "addresses of two families: source has " + source.length + " bytes, destination " + destination.length);
        }

        isIpv6 = source.length == 16;
        lengthsAreOf = NO_LENGTH;
        final int start = start();
        Arrays.fill(array, start, PACKET_OFFSET, (byte)0xFF);
        if (isIpv6)
        {
            array[IPV6_OFFSET] = 0x6F;
            array[IPV6_OFFSET + 6] = UDP_PROTOCOL;
        }
        else
        {
            array[IPV4_OFFSET] = 0x45;
            array[IPV4_OFFSET + 9] = UDP_PROTOCOL;
            identification(0, DONT_FRAGMENT);
        }
        readdress(source, destination);
    }

    /**
     * Changes the addresses and nothing else.
     *
     * @param source      as many bytes as before: 4 or 16.
     * @param destination as many.
     */
    public void readdress(final byte[] source, final byte[] destination)
    {
        final int length = isIpv6 ? 16 : 4;
        if (source.length != length || destination.length != length)
        {
            throw new IllegalArgumentException("addresses must have " + length + " bytes: source has " +
                source.length + ", destination " + destination.length);
        }

        final int offset = isIpv6 ? IPV6_OFFSET + 8 : IPV4_OFFSET + 12;
        System.arraycopy(source, 0, array, offset, length);
        System.arraycopy(destination, 0, array, offset + length, length);
    }

    /** UDP ports, 0 to 65535 each. */
    public void ports(final int sourcePort, final int destinationPort)
    {
        putShort(UDP_OFFSET, sourcePort);
        putShort(UDP_OFFSET + 2, destinationPort);
    }

    /** Sets IP and UDP lengths as they are for a packet of that many bytes, BTH to ICRC. */
    public void packetLength(final int packetLength)
    {
        // Short stores just before the ICRC's wide loads would hold those up: most datagrams are as long as the last.
        if (packetLength != lengthsAreOf)
        {
            putShort(UDP_OFFSET + 4, UDP_HEADER_LENGTH + packetLength);
            ipPayloadLength(UDP_HEADER_LENGTH + packetLength);
            lengthsAreOf = packetLength;
        }
    }

    /** What the IP header says follows it, where that is not the UDP length; after {@link #packetLength(int)}. */
    public void ipPayloadLength(final int ipPayloadLength)
    {
        lengthsAreOf = NO_LENGTH;
        if (isIpv6)
        {
            putShort(IPV6_OFFSET + 4, ipPayloadLength);
        }
        else
        {
            putShort(IPV4_OFFSET + 2, IPV4_HEADER_LENGTH + ipPayloadLength);
        }
    }

    /**
     * The part of the IPv4 header that a socket does not see.
     *
     * @param identification 16 bits.
     * @param fragmentField  16 bits: three flags and the fragment offset; 0x4000 is don't-fragment alone.
     * @throws IllegalStateException when the addresses are IPv6 ones: that header has no such fields.
     */
    public void identification(final int identification, final int fragmentField)
    {
        if (isIpv6)
        {
            throw new IllegalStateException("an IPv6 envelope has no identification: " + identification);
        }

        this.fragmentField = fragmentField;
        putShort(IPV4_IDENTIFICATION_OFFSET, identification);
        putShort(IPV4_IDENTIFICATION_OFFSET + 2, fragmentField);
    }

    /**
     * Changes the IPv4 identification and nothing else.
     *
     * @param identification of which the low 16 bits count.
     * @throws IllegalStateException when the addresses are IPv6 ones.
     */
    public void identification(final int identification)
    {
        identification(identification, fragmentField);
    }

    /**
     * Becomes what another envelope is: headers, and the packet behind them.
     *
     * @param packetLength bytes of packet, BTH to ICRC.
     * @throws IllegalArgumentException when there is no room for it; nothing is written then.
     */
    public void copyFrom(final Envelope other, final int packetLength)
    {
        if (packetLength > array.length - PACKET_OFFSET)
        {
            throw new IllegalArgumentException(
                "packet must be 0 to " + (array.length - PACKET_OFFSET) + " bytes for this envelope: " + packetLength);
        }

        isIpv6 = other.isIpv6;
        fragmentField = other.fragmentField;
        lengthsAreOf = other.lengthsAreOf;
        final int start = start();
        System.arraycopy(other.array, start, array, start, PACKET_OFFSET + packetLength - start);
    }

    public boolean isIpv6()
    {
        return isIpv6;
    }

    /** IPv4 identification, 0 over IPv6. */
    public int identification()
    {
        return isIpv6 ? 0 : getShort(IPV4_IDENTIFICATION_OFFSET);
    }

    /** Whether don't-fragment is set; false over IPv6, which has no such bit. */
    public boolean isDontFragment()
    {
        return !isIpv6 && (fragmentField & DONT_FRAGMENT) != 0;
    }

    public int sourcePort()
    {
        return getShort(UDP_OFFSET);
    }

    public int destinationPort()
    {
        return getShort(UDP_OFFSET + 2);
    }

    /** Allocates. For printing and tools; the packet path compares {@link #sourceHigh()} and {@link #sourceLow()}. */
    public InetAddress source()
    {
        return address(isIpv6 ? IPV6_OFFSET + 8 : IPV4_OFFSET + 12);
    }

    /** Allocates. */
    public InetAddress destination()
    {
        return address(isIpv6 ? IPV6_OFFSET + 24 : IPV4_OFFSET + 16);
    }

    /** First half of the source address as an IPv6 one; an IPv4 address counts as {@code ::ffff:a.b.c.d}. */
    public long sourceHigh()
    {
        return isIpv6 ? buffer.getLong(IPV6_OFFSET + 8, ByteOrder.BIG_ENDIAN) : 0L;
    }

    /** Second half of the source address as an IPv6 one. */
    public long sourceLow()
    {
        return isIpv6 ?
            buffer.getLong(IPV6_OFFSET + 16, ByteOrder.BIG_ENDIAN) :
            V4_MAPPED_PREFIX | buffer.getInt(IPV4_OFFSET + 12, ByteOrder.BIG_ENDIAN) & 0xFFFF_FFFFL;
    }

    /** First half of the destination address as an IPv6 one. */
    public long destinationHigh()
    {
        return isIpv6 ? buffer.getLong(IPV6_OFFSET + 24, ByteOrder.BIG_ENDIAN) : 0L;
    }

    /** Second half of the destination address as an IPv6 one. */
    public long destinationLow()
    {
        return isIpv6 ?
            buffer.getLong(IPV6_OFFSET + 32, ByteOrder.BIG_ENDIAN) :
            V4_MAPPED_PREFIX | buffer.getInt(IPV4_OFFSET + 16, ByteOrder.BIG_ENDIAN) & 0xFFFF_FFFFL;
    }

    /** Length of IP and UDP headers. */
    public int headersLength()
    {
        return PACKET_OFFSET - ipOffset();
    }

    /**
     * Writes the IP and UDP headers as they stand on the wire: what the ICRC does not cover has values, and the IPv4
     * header its checksum. The UDP checksum and the IPv6 flow label are 0.
     *
     * @param trafficClass IPv4 TOS or IPv6 traffic class, 8 bits.
     * @param hopLimit     IPv4 TTL or IPv6 hop limit, 8 bits.
     * @param to           where {@link #headersLength()} bytes go, at {@code offset}.
     */
    public void writeHeaders(
        final int trafficClass, final int hopLimit, final MutableDirectBuffer to, final int offset)
    {
        to.putBytes(offset, array, ipOffset(), headersLength());
        to.putShort(offset + headersLength() - Short.BYTES, (short)0);
        if (isIpv6)
        {
            to.putInt(offset, 6 << 28 | trafficClass << 20, ByteOrder.BIG_ENDIAN);
            to.putByte(offset + 7, (byte)hopLimit);
        }
        else
        {
            to.putByte(offset + 1, (byte)trafficClass);
            to.putByte(offset + 8, (byte)hopLimit);
            putIpv4Checksum(to, offset);
        }
    }

    /**
     * Puts another identification in an IPv4 header that {@link #writeHeaders} has written.
     *
     * @param identification 16 bits.
     */
    public static void identify(
        final MutableDirectBuffer headers, final int offset, final int identification, final boolean isDontFragment)
    {
        final int identificationOffset = offset + IPV4_IDENTIFICATION_OFFSET - IPV4_OFFSET;
        headers.putShort(identificationOffset, (short)identification, ByteOrder.BIG_ENDIAN);
        headers.putShort(
            identificationOffset + Short.BYTES, (short)(isDontFragment ? DONT_FRAGMENT : 0), ByteOrder.BIG_ENDIAN);
        putIpv4Checksum(headers, offset);
    }

    private static void putIpv4Checksum(final MutableDirectBuffer header, final int offset)
    {
        header.putShort(offset + IPV4_CHECKSUM, (short)0);
        final int checksum = InternetChecksum.of(header, offset, IPV4_HEADER_LENGTH, 0);
        header.putShort(offset + IPV4_CHECKSUM, (short)checksum, ByteOrder.BIG_ENDIAN);
    }

    /** Where the ICRC's run begins in the array. */
    int start()
    {
        return ipOffset() - ONES_LENGTH;
    }

    private int ipOffset()
    {
        return isIpv6 ? IPV6_OFFSET : IPV4_OFFSET;
    }

    private InetAddress address(final int offset)
    {
        try
        {
            return InetAddress.getByAddress(Arrays.copyOfRange(array, offset, offset + (isIpv6 ? 16 : 4)));
        }
        catch (final UnknownHostException ex)
        {
            throw new AssertionError("4 or 16 bytes are an address", ex);
        }
    }

    private void putShort(final int offset, final int value)
    {
        buffer.putShort(offset, (short)value, ByteOrder.BIG_ENDIAN);
    }

    private int getShort(final int offset)
    {
        return buffer.getShort(offset, ByteOrder.BIG_ENDIAN) & 0xFFFF;
    }
}
