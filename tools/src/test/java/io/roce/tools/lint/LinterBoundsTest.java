package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.wire.capture.PcapBytes;
import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However much there is to find, and to whatever the frames were made: bounded, and said so. */
class LinterBoundsTest
{
    private static final int FLOWS = Linter.MAX_FLOWS + 100;

    @TempDir
    private Path folder;

    /** The ICRC is not to be told where the IPv4 length is 0, so that each of these counts as a packet. */
    @Test
    void shouldSayThatConversationsWereForgotten() throws IOException
    {
        final Recorded recorded = Recorded.read(Recordings.own("write_bw_v4.pcap"));
        final byte[] frame = recorded.frames.get(0);
        final int bth = recorded.bthOffset(0);
        final Path file = folder.resolve("many.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            for (int i = 0; i < FLOWS; i++)
            {
                ByteBuffer.wrap(frame).putShort(Recorded.IP_OFFSET + 2, (short)0);
                ByteBuffer.wrap(frame).putInt(bth + 4, 0x1000 + i);
                writer.frame(i, frame);
            }
        }

        final CommandRun run = CommandRun.of("lint", file.toString());

        assertTrue(run.out().contains("More than 4,096 directions of connections: 100 were forgotten"), run.out());
        assertEquals(100, CommandRun.of("lint", "--json", file.toString()).json()
            .get("files").get(0).get("forgotten_flows").intValue());
        assertTrue(run.out().contains("\nother conversations\n"), "findings of more conversations than are told apart");
    }

    @Test
    void shouldKeepTheFirstOfEachCodeAndCountAll() throws IOException
    {
        final Recorded recorded = Recorded.read(Recordings.own("write_bw_v4.pcap"));
        final byte[] frame = recorded.frames.get(0);
        frame[frame.length - 1] ^= 0x55;
        final Path file = folder.resolve("wrong.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            for (int i = 0; i < LintReport.KEPT + 234; i++)
            {
                writer.frame(i, frame);
            }
        }

        final CommandRun run = CommandRun.of("lint", "--verbose", file.toString());

        assertEquals(1, run.status());
        assertTrue(run.out().contains("1,234 errors"), run.out().lines().findFirst().orElse(""));
        assertEquals(LintReport.KEPT, run.out().lines().filter(line -> line.contains(" error ")).count());
        assertTrue(run.out().endsWith("ICRC_WRONG: the first 1,000 of 1,234\n"));
    }

    /** Frames of recordings with bytes changed at random, many in each: a finding or none, never a failure. */
    @Test
    void shouldTakeAnyBytes() throws IOException
    {
        final Random random = new Random(0x11A7);
        for (final String name : new String[]{"rping_v4.pcap", "rc_pingpong_v6.pcap", "odd_sizes.pcap"})
        {
            for (int run = 0; run < 20; run++)
            {
                final Recorded recorded = Recorded.read(Recordings.own(name));
                for (final byte[] frame : recorded.frames)
                {
                    for (int i = 0; i < 1 + run; i++)
                    {
                        // Mostly headers, where something hangs on it.
                        frame[12 + random.nextInt(Math.min(90, frame.length - 12))] = (byte)random.nextInt();
                    }
                    if ((run & 1) == 0)
                    {
                        // Without an ICRC that is wrong, all of it is believed.
                        ByteBuffer.wrap(frame).putShort(12, (short)0x0800)
                            .put(14, (byte)0x45).putShort(16, (short)0).put(23, (byte)17).putShort(20, (short)0)
                            .putShort(36, (short)4791).putShort(38, (short)(frame.length - 34));
                    }
                }
                assertTrue(recorded.lint(folder.resolve("any.pcap"), 65_535).size() >= 0);
            }
        }
    }
}
