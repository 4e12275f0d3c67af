package io.roce.nic.transport;

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
    private static final int HOP_LIMIT = 64;

    private final byte[] array = new byte[RecvWr.GRH_LENGTH + Envelope.UDP_HEADER_LENGTH];
    private final UnsafeBuffer buffer = new UnsafeBuffer(array);

    /** @return an array that begins with the 40 bytes, valid until the next call. */
    byte[] read(final Envelope envelope)
    {
        final int start = array.length - envelope.headersLength();
        Arrays.fill(array, 0, start, (byte)0);
        envelope.writeHeaders(0, HOP_LIMIT, buffer, start);
        return array;
    }
}
