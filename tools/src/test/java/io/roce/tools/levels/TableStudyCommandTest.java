package io.roce.tools.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code study table} as a user runs it. */
@Timeout(300)
class TableStudyCommandTest
{
    @TempDir
    private Path parent;

    @Test
    void shouldTakeTheMemoryThatArithmeticSays() throws Exception
    {
        final CommandRun one = run("one", "1");
        final CommandRun two = run("two", "2");

        assertEquals(0, one.status(), one.out() + one.err());
        assertEquals(0, two.status(), two.out() + two.err());
        final List<String> figures = Files.readAllLines(parent.resolve("one/figures.csv"));
        assertEquals(figures, Files.readAllLines(parent.resolve("two/figures.csv")));
        // 4,096 records of 256 bytes and a line of 64; a page of 256; a row for the pool of 4,096.
        assertTrue(figures.stream().anyMatch(line -> line.startsWith("dense,two-level,4096,1,1048640,")), "" + figures);
        assertTrue(figures.stream().anyMatch(line -> line.startsWith("dense,three-level,4096,1,65600,")), "" + figures);
        assertTrue(figures.stream().anyMatch(line -> line.startsWith("scattered,flat,4096,1,1048640,")), "" + figures);
        assertEquals(figures.size(), Files.readAllLines(parent.resolve("one/times.csv")).size());
    }

    @Test
    void shouldRefuseAPoolThatCannotBe()
    {
        final CommandRun run =
            CommandRun.of("study", "table", "--pool-bits", "23", "--out", parent.resolve("out").toString());
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '--pool-bits': 23 is out of range: 8 to 22"));
        assertFalse(Files.exists(parent.resolve("out")));
    }

    private CommandRun run(final String folder, final String threads)
    {
        return CommandRun.of("study", "table", "--quick", "--pool-bits", "12", "--seed", "1", "--threads", threads,
            "--out", parent.resolve(folder).toString());
    }
}
