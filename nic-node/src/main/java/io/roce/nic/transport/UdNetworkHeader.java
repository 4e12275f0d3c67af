package io.roce.nic.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.roce.nic.work.RecvWr;
import io.roce.wire.icrc.Envelope;

import java.util.Arrays;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The 40 bytes that stand in front of a received UD message: the IPv6 header, or 20 zeros and the IPv4 header (annex
 * A17). A socket does not show all of it: TOS, traffic class and flow label are given as 0, TTL and hop limit as 64,
 * the IPv4 identification as the envelope has it, and the IPv4 checksum is right for that.
 */
final class UdNetworkHeader
{
    private static final int LENGTH = RecvWr.GRH_LENGTH;
    private static final int UDP_OFFSET = Envelope.PACKET_OFFSET - Envelope.UDP_HEADER_LENGTH;
    private static final byte TTL = 64;

    private static final int IPV4_START = LENGTH - Envelope.IPV4_HEADER_LENGTH;
    private static final int IPV4_TOS_OFFSET = IPV4_START + 1;
    private static final int IPV4_TTL_OFFSET = IPV4_START + 8;
    private static final int IPV4_CHECKSUM_OFFSET = IPV4_START + 10;

    /** Version 6, and the 28 bits behind it 0. */
    private static final int IPV6_FIRST_WORD = 6 << 28;
    private static final int IPV6_HOP_LIMIT_OFFSET = 7;

    private final byte[] array = new byte[LENGTH];
    private final UnsafeBuffer buffer = new UnsafeBuffer(array);

    /** @return 40 bytes, valid until the next call. */
    byte[] read(final Envelope envelope)
    {
        if (envelope.isIpv6())
        {
            System.arraycopy(envelope.array(), UDP_OFFSET - LENGTH, array, 0, LENGTH);
            buffer.putInt(0, IPV6_FIRST_WORD, BIG_ENDIAN);
            array[IPV6_HOP_LIMIT_OFFSET] = TTL;
            return array;
        }

        Arrays.fill(array, 0, IPV4_START, (byte)0);
        System.arraycopy(
            envelope.array(), UDP_OFFSET - Envelope.IPV4_HEADER_LENGTH,
            array, IPV4_START, Envelope.IPV4_HEADER_LENGTH);
        array[IPV4_TOS_OFFSET] = 0;
        array[IPV4_TTL_OFFSET] = TTL;
        buffer.putShort(IPV4_CHECKSUM_OFFSET, (short)0, BIG_ENDIAN);
        buffer.putShort(IPV4_CHECKSUM_OFFSET, checksum(), BIG_ENDIAN);
        return array;
    }

    /** The complement of the ones' complement sum of 16-bit words (RFC 791). */
    private short checksum()
    {
        int sum = 0;
        for (int i = IPV4_START; i < LENGTH; i += Short.BYTES)
        {
            sum += buffer.getShort(i, BIG_ENDIAN) & 0xFFFF;
        }
        sum = (sum & 0xFFFF) + (sum >>> Short.SIZE);
        return (short)~(sum + (sum >>> Short.SIZE));
    }
}
