package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Holds the tables of the recordings' READMEs against the files. */
class RecordingsTest
{
    private static final int QPN_MANAGEMENT = 1;

    @Test
    void shouldBeAsTheProjectsTableSays() throws IOException
    {
        final List<String[]> rows = rows(Recordings.OWN.resolve("README.md"), 5);
        assertEquals(files(Recordings.OWN), new TreeSet<>(rows.stream().map(row -> row[0]).toList()));
        for (final String[] row : rows)
        {
            final Tally tally = tally(Recordings.own(row[0]));
            assertEquals(Integer.parseInt(row[2]), tally.frameCount, row[0]);
            assertEquals(tally.frameCount, tally.kinds.get(FrameKind.ROCE_V2), row[0]);
            assertEquals(Integer.parseInt(row[3]), tally.badIcrcFrames.size(), row[0]);
            assertEquals(0, tally.unverifiedCount, row[0]);
            assertEquals(tally.frameCount, tally.wholeCount, row[0]);
            assertEquals(counts(row[4]), tally.opcodes, row[0]);
        }
    }

    @Test
    void shouldHoldRequestsAndResponsesAsTheReplayTableSays() throws IOException
    {
        final List<String[]> rows = rows(Recordings.OWN.resolve("README.md"), 4);
        assertEquals(files(Recordings.OWN).size() - 1, rows.size(), "all but the probe");
        for (final String[] row : rows)
        {
            final Tally tally = tally(Recordings.own(row[0]));
            assertEquals(Integer.parseInt(row[1]), tally.requestCount, row[0]);
            assertEquals(Integer.parseInt(row[2]), tally.responseCount, row[0]);
            assertEquals(Integer.parseInt(row[3]), tally.managementCount, row[0]);
        }
    }

    @Test
    void shouldFindTheProbesWrongPackets() throws IOException
    {
        final Tally tally = tally(Recordings.own("probe_v4.pcap"));
        assertEquals(List.of(13L, 17L), tally.badIcrcFrames);
        assertEquals(Map.of(22L, WireError.UNSUPPORTED_TVER, 54L, WireError.UNKNOWN_OPCODE), tally.errors);
    }

    @Test
    void shouldBeAsTheTableOfTheRecordingsBesideTheProjectSays() throws IOException
    {
        assumeTrue(Files.isDirectory(Recordings.MORE), "no recordings beside the project at " + Recordings.MORE);
        final List<String[]> rows = rows(Recordings.MORE.resolve("README.md"), 6);
        assertEquals(files(Recordings.MORE), new TreeSet<>(rows.stream().map(row -> row[0]).toList()));
        for (final String[] row : rows)
        {
            final Tally tally = tally(Recordings.MORE.resolve(row[0]));
            assertEquals(Integer.parseInt(row[3]), tally.frameCount, row[0]);
            assertEquals(Integer.parseInt(row[3]), tally.kinds.get(FrameKind.ROCE_V2), row[0]);
            assertEquals(List.of(), tally.badIcrcFrames, row[0]);
            assertEquals(0, tally.unverifiedCount, row[0]);
            assertEquals(Map.of(), tally.errors, row[0]);
            assertEquals(Integer.parseInt(row[2]), tally.largestPayload, row[0]);
            assertEquals(row[4].equals("v6"), tally.ipv6Count == tally.frameCount, row[0]);
            assertEquals(counts(row[5]), tally.opcodes, row[0]);
        }
    }

    @Test
    void shouldFindTwoWrongIcrcsInEachProbeBesideTheProject() throws IOException
    {
        final Path probes = Recordings.MORE.resolve("host");
        assumeTrue(Files.isDirectory(probes), "no recordings beside the project at " + probes);
        for (final String file : files(probes))
        {
            final Tally tally = tally(probes.resolve(file));
            assertEquals(2, tally.badIcrcFrames.size(), file);
            assertEquals(0, tally.unverifiedCount, file);
            assertEquals(tally.frameCount, tally.kinds.get(FrameKind.ROCE_V2), file);
        }
    }

    @Test
    void shouldBeAsTheTableOfOthersRecordingsSays() throws IOException
    {
        assumeTrue(Files.isDirectory(Recordings.OTHERS), "no recordings beside the project at " + Recordings.OTHERS);
        final List<String[]> rows = rows(Recordings.OTHERS.resolve("README.md"), 4);
        assertEquals(files(Recordings.OTHERS), new TreeSet<>(rows.stream().map(row -> row[0]).toList()));
        for (final String[] row : rows)
        {
            final Tally tally = tally(Recordings.OTHERS.resolve(row[0]));
            assertEquals(Integer.parseInt(row[1]), tally.frameCount, row[0]);
            assertEquals(Integer.parseInt(row[2]), tally.kinds.get(FrameKind.ROCE_V2), row[0]);
            assertEquals(List.of(), tally.badIcrcFrames, row[0]);
            assertEquals(0, tally.unverifiedCount, row[0]);
            assertEquals(Map.of(), tally.errors, row[0]);
        }
    }

    private static Tally tally(final Path file) throws IOException
    {
        final Tally tally = new Tally();
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                tally.frameCount++;
                final FrameKind kind = dissector.dissect(frame, roceFrame);
                tally.kinds.merge(kind, 1, Integer::sum);
                if (kind == FrameKind.ROCE_V2)
                {
                    tally.add(frame.number(), roceFrame);
                }
            }
        }

        return tally;
    }

    /** First cells that name a capture, with all cells of rows that have so many. */
    private static List<String[]> rows(final Path readme, final int cellCount) throws IOException
    {
        final List<String[]> rows = new ArrayList<>();
        for (final String line : Files.readAllLines(readme))
        {
            if (line.startsWith("| ") && line.contains(".pcap |"))
            {
                final String[] cells = Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                    .map(String::trim).toArray(String[]::new);
                if (cells.length == cellCount)
                {
                    rows.add(cells);
                }
            }
        }

        assertTrue(rows.size() > 0, "no table in " + readme);
        return rows;
    }

    private static TreeSet<String> files(final Path folder) throws IOException
    {
        try (Stream<Path> files = Files.list(folder))
        {
            return new TreeSet<>(
                files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".pcap")).toList());
        }
    }

    /** "RC_ACK 5, RC_READ_Resp_First 2; more": counts by opcode name, short names or long ones. */
    private static Map<String, Integer> counts(final String cell)
    {
        final Map<String, Integer> counts = new TreeMap<>();
        for (final String count : cell.split(";")[0].split(", "))
        {
            final int space = count.lastIndexOf(' ');
            final String name = count.substring(0, space).toUpperCase(Locale.ROOT)
                .replaceFirst("_(RDMA_)?(WRITE|READ)_", "_RDMA_$2_")
                .replaceFirst("_RESP_", "_RESPONSE_")
                .replaceFirst("_ACK$", "_ACKNOWLEDGE")
                .replaceFirst("_CMP_SWAP", "_COMPARE_SWAP");
            counts.put(Opcode.valueOf(name).name(), Integer.parseInt(count.substring(space + 1)));
        }

        return counts;
    }

    private static final class Tally
    {
        private final Map<FrameKind, Integer> kinds = new TreeMap<>();
        private final Map<String, Integer> opcodes = new TreeMap<>();
        private final Map<Long, WireError> errors = new TreeMap<>();
        private final List<Long> badIcrcFrames = new ArrayList<>();
        private int frameCount;
        private int unverifiedCount;
        private int wholeCount;
        private int ipv6Count;
        private int largestPayload;
        private int requestCount;
        private int responseCount;
        private int managementCount;

        private void add(final long number, final RoceFrame roceFrame)
        {
            if (roceFrame.icrcStatus() == IcrcStatus.BAD)
            {
                badIcrcFrames.add(number);
            }
            else if (roceFrame.icrcStatus() == IcrcStatus.NOT_AVAILABLE)
            {
                unverifiedCount++;
            }

            wholeCount += roceFrame.isWhole() ? 1 : 0;
            ipv6Count += roceFrame.datagram().envelope().isIpv6() ? 1 : 0;
            if (roceFrame.datagram().error() != WireError.NONE)
            {
                errors.put(number, roceFrame.datagram().error());
            }
            else
            {
                largestPayload = Math.max(largestPayload, roceFrame.datagram().packet().payloadLength());
            }

            final Opcode opcode = Opcode.get(roceFrame.datagram().packet().bth().opcodeValue());
            if (opcode == null)
            {
                return;
            }

            opcodes.merge(opcode.name(), 1, Integer::sum);
            if (roceFrame.datagram().packet().bth().destQp() == QPN_MANAGEMENT)
            {
                managementCount++;
            }
            else if (opcode.isRequest())
            {
                requestCount++;
            }
            else
            {
                responseCount++;
            }
        }
    }
}
