package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.Tshark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameComposerTest
{
    private static final int OFFSET = 5;

    @TempDir
    private Path folder;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[70_000]);

    @Test
    void shouldComposeWhatWasRecordedButForTheFieldsThatNobodySees() throws IOException
    {
        int ipv6Count = 0;
        final List<byte[]> recorded = new ArrayList<>();
        final List<byte[]> composed = new ArrayList<>();
        compose(LinkType.RAW, recorded, composed);
        for (int i = 0; i < recorded.size(); i++)
        {
            final byte[] expected = recorded.get(i);
            final byte[] actual = composed.get(i).clone();
            final boolean isIpv6 = expected[0] >> 4 == 6;
            ipv6Count += isIpv6 ? 1 : 0;
            // Version stays; traffic class and flow label, hop limit; the UDP checksum. Over IPv4 TOS, TTL, checksum.
            for (final int offset : isIpv6 ? new int[]{0, 1, 2, 3, 7, 46, 47} : new int[]{1, 8, 10, 11, 26, 27})
            {
                actual[offset] = expected[offset];
            }

            assertArrayEquals(expected, actual, "packet " + i);
        }

        assertTrue(recorded.size() > 400 && ipv6Count > 20, recorded.size() + " packets, " + ipv6Count + " IPv6");
    }

    @ParameterizedTest
    @EnumSource(value = LinkType.class, names = {"RAW", "ETHERNET"})
    void shouldComposeFramesThatTsharkFindsRight(final LinkType linkType) throws IOException, InterruptedException
    {
        Tshark.require();
        final List<byte[]> composed = new ArrayList<>();
        compose(linkType, new ArrayList<>(), composed);
        final Path file = folder.resolve("composed.pcap");
        try (PcapWriter writer = PcapWriter.create(file, linkType))
        {
            for (final byte[] frame : composed)
            {
                writer.frame(0, frame);
            }
        }

        final List<String[]> rows = Tshark.fields(file, "ip.version", "ip.checksum.status", "udp.checksum.status",
            "ip.ttl", "ipv6.hlim", "ip.dsfield", "ipv6.tclass", "ipv6.flow");
        assertEquals(composed.size(), rows.size());
        for (final String[] row : rows)
        {
            // 1 is good, 3 is that there is none.
            assertArrayEquals(
                "4".equals(row[0]) ?
                    new String[]{"4", "1", "3", "64", "", "0x00", "", ""} :
                    new String[]{"6", "", "1", "", "64", "", "0x00000000", "0x000000"},
                row,
                Arrays.toString(row));
        }
    }

    @Test
    void shouldTellWhichLinkTypesItMakes()
    {
        assertEquals("linkType must be RAW or ETHERNET: LINUX_SLL",
            assertThrows(IllegalArgumentException.class, () -> new FrameComposer(LinkType.LINUX_SLL)).getMessage());
    }

    /** Every whole packet of the project's recordings, as it stands there and as it is made again. */
    private void compose(final LinkType linkType, final List<byte[]> recorded, final List<byte[]> composed)
        throws IOException
    {
        final FrameComposer composer = new FrameComposer(linkType);
        final FrameDissector dissector = new FrameDissector();
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        for (final Path file : Recordings.all())
        {
            if (!file.startsWith(Recordings.OWN))
            {
                continue;
            }

            try (CaptureReader reader = CaptureReader.open(file))
            {
                while (reader.next(frame))
                {
                    if (dissector.dissect(frame, roceFrame) == FrameKind.ROCE_V2 && roceFrame.isWhole())
                    {
                        final int length = composer.compose(roceFrame.datagram(), buffer, OFFSET);
                        assertEquals(composer.length(roceFrame.datagram()), length);
                        composed.add(Arrays.copyOfRange(buffer.byteArray(), OFFSET, OFFSET + length));
                        recorded.add(Arrays.copyOfRange(frame.data(), 14, 14 + length));
                    }
                }
            }
        }
    }
}
