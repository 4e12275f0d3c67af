package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.header.HeaderType;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

class FrameDissectorFuzzTest
{
    private static final long SEED = 0x4791_2026L;
    private static final int FRAME_COUNT = 300_000;

    private final FrameDissector dissector = new FrameDissector();
    private final RoceFrame roceFrame = new RoceFrame();
    private final Frame frame = new Frame();
    private final Random random = new Random(SEED);

    @Test
    void shouldAnswerWhateverTheBytesAre() throws IOException
    {
        final List<byte[]> seeds = seeds();
        final Set<FrameKind> kinds = EnumSet.noneOf(FrameKind.class);
        final Set<IcrcStatus> statuses = EnumSet.noneOf(IcrcStatus.class);
        final Set<IcrcUnavailable> reasons = new HashSet<>();
        for (int i = 0; i < FRAME_COUNT; i++)
        {
            final byte[] bytes = random.nextInt(4) == 0 ?
                randomBytes() : mutated(seeds.get(random.nextInt(seeds.size())));
            frame.number = i;
            frame.linkType = linkType(i);
            frame.data = bytes;
            frame.lengths(
                random.nextInt(8) == 0 ? random.nextInt(bytes.length + 1) : bytes.length,
                random.nextInt(16) == 0 ? random.nextInt() & 0xFFFF_FFFFL : bytes.length);
            try
            {
                final FrameKind kind = dissector.dissect(frame, roceFrame);
                kinds.add(kind);
                if (kind == FrameKind.ROCE_V2)
                {
                    statuses.add(roceFrame.icrcStatus());
                    reasons.add(roceFrame.icrcUnavailable());
                    readEverything();
                }
            }
            catch (final RuntimeException | AssertionError ex)
            {
                throw new AssertionError(
                    "seed " + SEED + ", frame " + i + ", " + frame.linkType + ", first " + frame.capturedLength +
                        " of " + HexFormat.of().formatHex(bytes), ex);
            }
        }

        assertEquals(EnumSet.allOf(FrameKind.class), kinds, "kinds that the frames reached");
        assertEquals(EnumSet.allOf(IcrcStatus.class), statuses, "statuses that the frames reached");
        reasons.remove(null);
        assertEquals(EnumSet.allOf(IcrcUnavailable.class), reasons, "reasons that the frames reached");
    }

    private void readEverything()
    {
        assertTrue(roceFrame.capturedLength() >= 0);
        assertTrue(roceFrame.capturedLength() <= roceFrame.datagram().length());
        assertTrue(roceFrame.isWhole() || roceFrame.icrcStatus() == IcrcStatus.NOT_AVAILABLE);
        assertEquals(roceFrame.icrcStatus() == IcrcStatus.NOT_AVAILABLE, roceFrame.icrcUnavailable() != null);
        assertTrue(!roceFrame.isWhole() || !roceFrame.isCut() && !roceFrame.isFragment());
        assertTrue(roceFrame.isErrorKnown() || !roceFrame.isWhole());
        assertTrue(roceFrame.datagram().envelope().source().getAddress().length > 0);
        for (final HeaderType header : HeaderType.values())
        {
            assertTrue(!roceFrame.isReadable(header) || roceFrame.datagram().packet().isReadable(header));
            if (roceFrame.isReadable(header) && header == HeaderType.BTH)
            {
                assertTrue(roceFrame.datagram().packet().bth().destQp() >= 0);
            }
        }

        if (roceFrame.isReadable(HeaderType.RETH))
        {
            assertTrue(roceFrame.datagram().packet().reth().dmaLength() >= 0);
        }

        if (roceFrame.datagram().error() == WireError.NONE)
        {
            assertTrue(roceFrame.datagram().packet().payloadLength() >= 0);
        }
    }

    /** Ethernet most of the time, since that is what the seeds are. */
    private LinkType linkType(final int i)
    {
        if (i % 3 != 0)
        {
            return LinkType.ETHERNET;
        }

        final int index = random.nextInt(LinkType.values().length + 1);
        return index == LinkType.values().length ? null : LinkType.values()[index];
    }

    private byte[] randomBytes()
    {
        final byte[] bytes = new byte[random.nextInt(128)];
        random.nextBytes(bytes);
        if (bytes.length > 0 && random.nextBoolean())
        {
            bytes[0] = (byte)(random.nextBoolean() ? 0x45 : 0x60);
        }

        return bytes;
    }

    /** A few bytes of the headers changed, most often; or some of it lost or doubled. */
    private byte[] mutated(final byte[] seed)
    {
        byte[] bytes = seed.clone();
        for (int count = random.nextInt(4); count > 0; count--)
        {
            bytes[random.nextInt(Math.min(bytes.length, 80))] =
                (byte)(random.nextBoolean() ? random.nextInt() : 1 << random.nextInt(8));
        }

        if (random.nextInt(4) == 0)
        {
            final int from = random.nextInt(bytes.length);
            final int to = random.nextInt(bytes.length);
            final byte[] moved = new byte[bytes.length - from + to];
            System.arraycopy(bytes, 0, moved, 0, to);
            System.arraycopy(bytes, from, moved, to, bytes.length - from);
            bytes = moved;
        }

        return bytes;
    }

    private static List<byte[]> seeds() throws IOException
    {
        final List<byte[]> seeds = new ArrayList<>();
        for (final String name : List.of("rping_v4.pcap", "rc_pingpong_v6.pcap", "nak_access.pcap"))
        {
            final Path file = Recordings.own(name);
            final Frame frame = new Frame();
            try (CaptureReader reader = CaptureReader.open(file))
            {
                while (reader.next(frame))
                {
                    seeds.add(Arrays.copyOf(frame.data(), frame.capturedLength()));
                }
            }
        }

        final byte[] ipv4 = Recordings.ipPacket("atomic_cas_v4.pcap", 1);
        final byte[] payload = Arrays.copyOfRange(ipv4, 28, ipv4.length);
        seeds.add(FrameBytes.ipv4().vlan(0x88A8, 1).vlan(0x8100, 2).around(ipv4));
        seeds.add(FrameBytes.ipv4().extensions("94040000830704000000ff00").wrap(payload));
        seeds.add(FrameBytes.ipv4().fragmentField(0x2001).wrap(payload));
        seeds.add(FrameBytes.ipv4().fragmentField(0x2000).wrap(payload));
        seeds.add(FrameBytes.ipv4().ipLengthChange(-28 - payload.length).wrap(payload));
        seeds.add(FrameBytes.ipv6().ipLengthChange(-8 - payload.length).wrap(payload));
        seeds.add(FrameBytes.ipv6().protocol(0).extensions("2c00050200000000" + "1100000000000007").wrap(payload));
        seeds.add(FrameBytes.ipv6().protocol(43).extensions("1100000000000000").wrap(payload));
        return seeds;
    }
}
