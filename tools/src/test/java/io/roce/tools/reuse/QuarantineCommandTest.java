package io.roce.tools.reuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code study quarantine} as a user runs it, with a pool and a churn that make it short. */
@Timeout(300)
class QuarantineCommandTest
{
    private static final String[] SMALL = {
        "study", "quarantine", "--quick", "--pool", "32", "--churn", "40", "--longest", "300ms", "--delay", "exp:30ms"
    };

    @TempDir
    private Path parent;

    @Test
    void shouldAgreeWithItsClosedFormsAndDeliverNothingBehindALongerQuarantine() throws Exception
    {
        final Path out = parent.resolve("out");
        final CommandRun run = run(out, "--seed", "11", "--threads", "2");

        assertEquals(0, run.status(), run.out() + run.err());
        final List<Map<String, String>> rows = rows(out);
        final List<Map<String, String>> wrongs =
            rows.stream().filter(row -> "wrong".equals(row.get("figure"))).toList();
        assertEquals(List.of(), rows.stream().filter(row -> "no".equals(row.get("agrees"))).toList());
        assertTrue(rows.stream().filter(row -> "yes".equals(row.get("agrees"))).count() > 500);
        int heldLonger = 0;
        int lowestAtOnce = 0;
        for (final Map<String, String> row : wrongs)
        {
            final String quarantine = row.get("quarantine");
            if (quarantine.endsWith("ms") && milliseconds(quarantine) > 1_000 * number(row, "longest_delay_s"))
            {
                assertEquals("0", row.get("measured"), row.toString());
                heldLonger++;
            }
            else if ("none".equals(quarantine) && "lowest".equals(row.get("allocation")) &&
                "0".equals(row.get("psn_bits")))
            {
                assertTrue(number(row, "measured") > 0, row.toString());
                assertEquals("exact", row.get("form"));
                assertTrue(
                    number(row, "low_all") <= number(row, "predicted") &&
                        number(row, "predicted") <= number(row, "high_all"),
                    row.toString());
                lowestAtOnce++;
            }
        }
        assertTrue(heldLonger >= 24, heldLonger + " cells");
        assertTrue(lowestAtOnce >= 8, lowestAtOnce + " cells");
        assertOutcomesSumUp(rows);
        assertReport(out, run.out());
    }

    @Test
    void shouldGiveTheSameFiguresWithTheSameSeedWhateverTheThreads() throws Exception
    {
        run(parent.resolve("one"), "--seed", "3", "--threads", "1");
        run(parent.resolve("two"), "--seed", "3", "--threads", "3");
        run(parent.resolve("other"), "--seed", "4", "--threads", "2");

        assertEquals(csv(parent.resolve("one")), csv(parent.resolve("two")));
        assertNotEquals(csv(parent.resolve("one")), csv(parent.resolve("other")));
        for (final String plot : List.of("churn.svg", "guards.svg"))
        {
            assertEquals(
                Files.readString(parent.resolve("one").resolve(plot)),
                Files.readString(parent.resolve("two").resolve(plot)));
        }
    }

    @Test
    void shouldTakeDelaysFromACapture() throws Exception
    {
        final Path out = parent.resolve("out");
        final CommandRun run = CommandRun.of(
            "study", "quarantine", "--quick", "--pool", "32", "--churn", "40", "--longest", "300ms",
            "--delay", "capture:../captures/stale_qpn.pcap", "--seed", "1", "--out", out.toString());

        assertEquals(0, run.status(), run.out() + run.err());
        // As tshark has it: frame 14, at 0.200841 s, is the last copy of what frame 5 is the first of, at 0.016523 s.
        final Map<String, String> row = rows(out).get(0);
        assertEquals("capture:stale_qpn.pcap", row.get("delay"));
        assertEquals(0.200841 - 0.016523, number(row, "longest_delay_s"), 5e-7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--pool 15 | Invalid value for option '--pool': 15 is out of range: 16 to 4096",
        "--live 98 | Invalid value for option '--live': 98 is out of range: 1 to 97",
        "--churn 0 | Invalid value for option '--churn': 0 is out of range: 1 to 1000000",
        "--churn 30000 | 30,000 creates a second over delays up to 1s are more than 20,000 at a time: choose less " +
        "churn or shorter delays",
        "--peers 0 | Invalid value for option '--peers': 0 is out of range: 1 to 256",
        "--psn-bits 25 | Invalid value for option '--psn-bits': 25 is out of range: 0 to 24",
        "--seeds 4 | Invalid value for option '--seeds': 4 is out of range: 10 to 1000",
        "--threads 0 | Invalid value for option '--threads': 0 is out of range: 1 to 8",
        "--longest 0 | Invalid value for option '--longest': 0 is out of range: more than 0, up to 1h",
        "--longest 2h | Invalid value for option '--longest': 7200s is out of range: more than 0, up to 1h",
        "--delay soon | Invalid value for option '--delay': 'soon' is not fixed:TIME, exp:MEAN, " +
        "pareto:SHORTEST,ALPHA or capture:FILE",
        "--delay exp:2s | Invalid value for option '--delay': 2s is out of range: more than 0, up to the longest " +
        "delay, 1s",
        "--delay pareto:1ms | Invalid value for option '--delay': 'pareto:1ms' is not fixed:TIME, exp:MEAN, " +
        "pareto:SHORTEST,ALPHA or capture:FILE",
        "--delay pareto:1ms,x | Invalid value for option '--delay': 'x' is no exponent of Pareto's law, such as 1.5",
        "--delay pareto:1ms,0 | Invalid value for option '--delay': 0 is out of range: more than 0, up to 20",
        "--delay pareto:1s,1.5 | Invalid value for option '--delay': 'pareto:1s,1.5' has none that is shorter than " +
        "the longest delay",
    })
    void shouldRefuseWhatCannotBe(final String arguments, final String sentence) throws IOException
    {
        final CommandRun run = run(parent.resolve("out"), arguments.split(" "), "study", "quarantine", "--quick");

        assertEquals(2, run.status(), run.err());
        assertEquals("roce: " + sentence, run.err().lines().findFirst().orElseThrow());
        assertEquals(List.of(), names(parent));
    }

    @Test
    void shouldRefuseFoldersAndCapturesThatItCannotUse() throws IOException
    {
        Files.writeString(parent.resolve("mine"), "x");
        refused(parent, parent + " is not empty: what is written goes into a folder that is new or empty");
        refused(Path.of("/proc/study"), "/proc/study cannot be written: ");
        final CommandRun none = run(parent.resolve("out"), "--delay", "capture:" + parent.resolve("none.pcap"));
        assertEquals(1, none.status());
        assertEquals("roce: no such file: " + parent.resolve("none.pcap") + "\n", none.err());
        final CommandRun calm = run(parent.resolve("out"), "--delay", "capture:../captures/read_bw_v4.pcap");
        assertEquals(1, calm.status());
        assertEquals("roce: ../captures/read_bw_v4.pcap has no request that was sent again: it tells no delays\n",
            calm.err());
        assertEquals(List.of("mine"), names(parent));
    }

    private static void refused(final Path out, final String sentence)
    {
        final CommandRun run = run(out);
        assertEquals(1, run.status());
        assertTrue(run.err().startsWith("roce: " + sentence), run.err());
    }

    private static void assertOutcomesSumUp(final List<Map<String, String>> rows)
    {
        final Map<String, Double> sums = new HashMap<>();
        for (final Map<String, String> row : rows)
        {
            if (!List.of("refused", "wait_s").contains(row.get("figure")))
            {
                sums.merge(
                    row.get("section") + row.get("curve") + row.get("x"), number(row, "measured"), Double::sum);
            }
        }
        sums.forEach((cell, sum) -> assertEquals(1, sum, 1e-5, cell));
    }

    private static void assertReport(final Path out, final String said) throws Exception
    {
        final String page = Files.readString(out.resolve("report.html"));
        assertTrue(page.contains("default-src 'none'"));
        assertFalse(page.contains("<script") || page.contains(" src=") || page.contains("https://"));
        assertTrue(page.contains(
            "roce study quarantine --quick --pool 32 --churn 40 --longest 300ms --delay exp:30ms --threads 2 --out " +
            ""), page);
        assertTrue(page.contains("--seed 11"));
        assertTrue(said.endsWith("seed 11; " + out.resolve("report.html") + "\n"), said);
        for (final String name : names(out))
        {
            if (name.endsWith(".svg"))
            {
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(out.resolve(name).toFile());
                assertTrue(page.contains("also in " + name));
            }
        }
        assertTrue(names(out).containsAll(List.of("churn.svg", "figures.csv", "guards.svg", "hold.svg", "psn.svg")));
    }

    private static CommandRun run(final Path out, final String... more)
    {
        return run(out, more, SMALL);
    }

    private static CommandRun run(final Path out, final String[] more, final String... command)
    {
        final List<String> arguments = new ArrayList<>(List.of(command));
        for (int i = 0; i < more.length; i += 2)
        {
            // A later value takes the place of the one in the command.
            final int at = arguments.indexOf(more[i]);
            if (at >= 0)
            {
                arguments.subList(at, at + 2).clear();
            }
        }
        arguments.addAll(Arrays.asList(more));
        arguments.addAll(List.of("--out", out.toString()));
        return CommandRun.of(arguments.toArray(new String[0]));
    }

    private static String csv(final Path out) throws IOException
    {
        return Files.readString(out.resolve("figures.csv"));
    }

    private static List<Map<String, String>> rows(final Path out) throws IOException
    {
        final List<String> lines = csv(out).lines().toList();
        final List<String> head = cells(lines.get(0));
        final List<Map<String, String>> rows = new ArrayList<>();
        for (final String line : lines.subList(1, lines.size()))
        {
            final List<String> cells = cells(line);
            assertEquals(head.size(), cells.size(), line);
            final Map<String, String> row = new HashMap<>();
            for (int i = 0; i < head.size(); i++)
            {
                row.put(head.get(i), cells.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    /** Commas in quotes do not count; there are no quotes in quotes here. */
    private static List<String> cells(final String line)
    {
        return Arrays.stream(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
            .map(cell -> cell.replace("\"", "")).toList();
    }

    private static double number(final Map<String, String> row, final String column)
    {
        return Double.parseDouble(row.get(column));
    }

    private static double milliseconds(final String duration)
    {
        return Double.parseDouble(duration.replace("ms", ""));
    }

    private static List<String> names(final Path folder) throws IOException
    {
        try (Stream<Path> files = Files.list(folder))
        {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
