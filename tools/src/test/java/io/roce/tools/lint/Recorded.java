package io.roce.tools.lint;

import io.roce.tools.capture.RoceFrames;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.PcapBytes;
import io.roce.wire.opcode.Opcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A recording in memory, to be altered and written again: Ethernet frames and what their headers say. */
final class Recorded
{
    static final int IP_OFFSET = 14;
    private static final int IPV4_HEADER_LENGTH = 20;
    private static final int IPV6_HEADER_LENGTH = 40;
    private static final int UDP_HEADER_LENGTH = 8;
    private static final int ICRC_LENGTH = 4;

    final List<byte[]> frames = new ArrayList<>();
    final List<Long> times = new ArrayList<>();

    static Recorded read(final Path file) throws IOException
    {
        final Recorded recorded = new Recorded();
        try (RoceFrames frames = RoceFrames.open(file))
        {
            while (frames.next())
            {
                final Frame frame = frames.frame();
                recorded.frames.add(Arrays.copyOf(frame.data(), frame.capturedLength()));
                recorded.times.add(frame.timestampNs());
            }
        }
        return recorded;
    }

    Recorded copy()
    {
        final Recorded copy = new Recorded();
        frames.forEach(frame -> copy.frames.add(frame.clone()));
        copy.times.addAll(times);
        return copy;
    }

    List<Finding> lint(final Path file, final int snapLength) throws IOException
    {
        try (PcapBytes writer = new PcapBytes(file).snapLength(snapLength))
        {
            for (int i = 0; i < frames.size(); i++)
            {
                writer.frame(times.get(i), frames.get(i));
            }
        }
        return Linted.findings(file);
    }

    int size()
    {
        return frames.size();
    }

    boolean isIpv6(final int i)
    {
        return frames.get(i)[IP_OFFSET] >> 4 == 6;
    }

    int udpOffset(final int i)
    {
        return IP_OFFSET + (isIpv6(i) ? IPV6_HEADER_LENGTH : IPV4_HEADER_LENGTH);
    }

    int bthOffset(final int i)
    {
        return udpOffset(i) + UDP_HEADER_LENGTH;
    }

    int icrcOffset(final int i)
    {
        return frames.get(i).length - ICRC_LENGTH;
    }

    Opcode opcode(final int i)
    {
        return Opcode.get(frames.get(i)[bthOffset(i)] & 0xFF);
    }

    int payloadOffset(final int i)
    {
        return bthOffset(i) + opcode(i).headerLength();
    }

    int padCount(final int i)
    {
        return frames.get(i)[bthOffset(i) + 1] >> 4 & 3;
    }

    int destQp(final int i)
    {
        return ByteBuffer.wrap(frames.get(i)).getInt(bthOffset(i) + 4) & 0xFF_FFFF;
    }

    int psn(final int i)
    {
        return ByteBuffer.wrap(frames.get(i)).getInt(bthOffset(i) + 8) & 0xFF_FFFF;
    }

    /** Of IP. */
    byte[] source(final int i)
    {
        final int length = isIpv6(i) ? 16 : 4;
        final int offset = sourceOffset(i);
        return Arrays.copyOfRange(frames.get(i), offset, offset + length);
    }

    int sourceOffset(final int i)
    {
        return IP_OFFSET + (isIpv6(i) ? 8 : 12);
    }

    int destinationOffset(final int i)
    {
        return IP_OFFSET + (isIpv6(i) ? 24 : 16);
    }

    boolean isSameDirection(final int i, final int j)
    {
        return Arrays.equals(source(i), source(j));
    }

    /** Connection management: what becomes of the connection when one of these is altered is another question. */
    boolean isManagement(final int i)
    {
        return destQp(i) == 1;
    }

    /** Makes the checksum of an IPv4 header right again. */
    void repairIpv4(final int i)
    {
        if (isIpv6(i))
        {
            return;
        }
        final ByteBuffer header = ByteBuffer.wrap(frames.get(i));
        header.putShort(IP_OFFSET + 10, (short)0);
        int sum = 0;
        for (int at = 0; at < IPV4_HEADER_LENGTH; at += 2)
        {
            sum += header.getShort(IP_OFFSET + at) & 0xFFFF;
        }
        while (sum > 0xFFFF)
        {
            sum = (sum & 0xFFFF) + (sum >> 16);
        }
        header.putShort(IP_OFFSET + 10, (short)~sum);
    }
}
