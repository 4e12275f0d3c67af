package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.MarkdownTable;
import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was altered is found and named, and nothing else; {@code captures/README.md} says how often. */
class AlterationsTest
{
    private static final String PAGE = "captures/README.md";
    private static final String HEADING = "## What lint finds of what was altered";

    /** Nothing goes wrong in these: lint finds nothing, or connection management alone. */
    private static final List<String> CLEAN = List.of(
        "atomic_cas_v4.pcap", "atomic_fadd_v4.pcap", "odd_sizes.pcap", "rc_pingpong_v6.pcap", "read_bw_v4.pcap",
        "rping_v4.pcap", "uc_pingpong_v4.pcap", "ud_pingpong_v4.pcap", "write_bw_v4.pcap");

    @TempDir
    private static Path folder;

    private static Map<String, Alterations.Row> rows;

    @BeforeAll
    static void alter() throws IOException
    {
        rows = new Alterations(
            folder.resolve("altered.pcap"), CLEAN.stream().map(Recordings::own).toList()).run();
        final StringBuilder table = new StringBuilder();
        rows.forEach((kind, row) -> table.append("| ").append(String.join(" | ", cells(kind, row))).append(" |\n"));
        Files.writeString(Path.of(System.getProperty("roce.root"), "tools", "target", "alterations.md"), table);
    }

    @Test
    void shouldNameEveryChangeThatLeavesATrace()
    {
        rows.values().stream().filter(row -> row.isTraceLeft).forEach(row ->
        {
            assertTrue(row.altered > 0);
            assertEquals(List.of(), row.missed);
        });
    }

    @Test
    void shouldFindNothingElse()
    {
        rows.values().forEach(row -> assertEquals(List.of(), row.wrong));
    }

    @Test
    void shouldSaySoInTheDocumentation() throws IOException
    {
        assertEquals(
            rows.entrySet().stream().map(row -> cells(row.getKey(), row.getValue())).toList(),
            MarkdownTable.under(PAGE, HEADING),
            "tools/target/alterations.md has the table as it is now");
    }

    private static List<String> cells(final String kind, final Alterations.Row row)
    {
        return List.of(
            kind,
            String.valueOf(row.altered),
            row.isTraceLeft ? String.valueOf(row.named) : "no trace",
            String.valueOf(row.findings),
            String.valueOf(row.falseFindings));
    }
}
