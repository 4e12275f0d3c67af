package io.roce.tools.misses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.qp.QpCacheKind;
import io.roce.tools.CommandRun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code study cache} as a user runs it, and its closed forms where they are known without them. */
@Timeout(300)
class CacheCommandTest
{
    @TempDir
    private Path parent;

    @Test
    void shouldAgreeWithItsClosedFormsAndGiveTheSameFiguresWithTheSameSeed() throws Exception
    {
        final CommandRun one = run("one", "--threads", "1");
        final CommandRun two = run("two", "--threads", "2");

        assertEquals(0, one.status(), one.out() + one.err());
        assertEquals(0, two.status(), two.out() + two.err());
        final List<String> figures = Files.readAllLines(parent.resolve("one/figures.csv"));
        assertEquals(figures, Files.readAllLines(parent.resolve("two/figures.csv")));
        assertTrue(figures.size() > 200);
        assertEquals(List.of(), figures.stream().filter(line -> line.endsWith(",no")).toList());
        final List<String> published = Files.readAllLines(parent.resolve("one/published.csv"));
        assertTrue(published.get(4).startsWith("\"READ, two ConnectX-6\",4096,21,cx6-read,"), published.get(4));
        assertTrue(published.get(9).startsWith("\"WRITE, two ConnectX-6\",16384,105,cx6-write,"), published.get(9));
        assertTrue(Files.readString(parent.resolve("one/report.html")).contains("default-src 'none'"));
    }

    @Test
    void shouldRefuseAnExponentThatCannotBe()
    {
        final CommandRun run = run("out", "--zipf", "0");
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '--zipf': 0 is out of range: 0.1 to 3.0"));
    }

    /** Where all are alike so many of N hit as there is room for; in turn LRU and FIFO hit all or none. */
    @ParameterizedTest
    @EnumSource(value = QpCacheKind.class, names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldReckonOneSet(final QpCacheKind kind)
    {
        final CacheShape shape = new CacheShape(kind, 1, 64);
        assertEquals(0.25, HitRate.of(new CacheCell(shape, Workload.UNIFORM, 256, 1)).value(), 1e-12);
        assertEquals(1, HitRate.of(new CacheCell(shape, Workload.ROUND_ROBIN, 64, 1)).value(), 1e-12);
        if (kind != QpCacheKind.RANDOM)
        {
            assertEquals(0, HitRate.of(new CacheCell(shape, Workload.ROUND_ROBIN, 65, 1)).value());
        }
    }

    /** Two of three with parts 6, 3 and 2 of 11: the pairs are as likely as 18, 12 and 6, one misses each time. */
    @Test
    void shouldReckonTheProductForm()
    {
        // Missing are the third, second and first with 18, 12 and 6 of 36: misses 18 x 2 + 12 x 3 + 6 x 6 of 36 x 11.
        final CacheCell cell = new CacheCell(new CacheShape(QpCacheKind.FIFO, 1, 2), Workload.ZIPF, 3, 1);
        assertEquals(1 - 108.0 / 396, HitRate.of(cell).value(), 1e-9);
    }

    private CommandRun run(final String folder, final String... more)
    {
        return CommandRun.of(Stream.concat(
            Stream.of("study", "cache", "--quick", "--seed", "1", "--out",
                parent.resolve(folder).toString()),
            Arrays.stream(more)).toArray(String[]::new));
    }
}
