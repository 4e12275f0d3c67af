package io.roce.tools.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Terminal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes with queue pairs at known numbers, as the command draws them. */
final class TableCommandTest
{
    private NicNode node;

    @AfterEach
    void close()
    {
        if (node != null)
        {
            node.close();
        }
    }

    @Test
    void shouldDrawAnEmptyTable() throws Exception
    {
        open(new NicNodeConfig());

        final CommandRun run = run();

        assertEquals(0, run.status(), run.err());
        assertEquals(
            "node http://" + Addresses.format(node.adminAddress()) + """

                table        two-level: from a number to its record in 2 loads
                pages        0 of 4,096, 4,096 records of 256 bytes each; spare 0
                committed    0 bytes
                pool         0x000011-0xfffffe, 16,777,198 numbers, at most 1,048,576 live
                live         0
                quarantined  0
                free         16,777,198

                QPN                                                     LIVE  QUARANTINED
                ...                 4,096 pages not there

                A cell is one number:
                # live   q quarantined   . free   - no page   blank not in pool
                """,
            run.out());
    }

    @Test
    void shouldDrawOneQueuePair() throws Exception
    {
        open(new NicNodeConfig());
        create(0x11);

        final String out = run().out();

        // 1 MiB of records and 64 bytes to start them on a cache line.
        assertTrue(out.contains("\ncommitted    1,048,640 bytes, 1,048,640 per live QP\n"), out);
        assertTrue(out.contains("\npages        1 of 4,096,"), out);
        assertEquals(
            List.of(
                "0x000000-0x00001f |                 #..............|       1            0",
                "...                 4,064 free, 4,095 pages not there"),
            drawing(out));
    }

    @Test
    void shouldDrawAPoolOfSixteenNumbers() throws Exception
    {
        open(new NicNodeConfig().qpns(0x11, 0x20));
        create(0x11, 0x12, 0x1F, 0x20);
        destroy(0x12, 0x20);

        final String out = run().out();

        assertEquals(
            List.of(
                "0x000000-0x00001f |                 #q............#|       2            1",
                "0x000020-0x00003f |q                               |       0            1"),
            drawing(out));
        assertTrue(out.contains("\npages        1 of 1,"), out);
        assertTrue(out.contains("\nlive         2\nquarantined  2\nfree         12\n"), out);
    }

    @Test
    void shouldDrawAFlatTableWithItsFewEmptyRows() throws Exception
    {
        open(new NicNodeConfig().table(QpTableKind.FLAT).qpns(0x40, 0x1FF));
        create(0x40, 0xC0, 0x1FF);

        final String out = run().out();

        // 0x60 to 0xbf are three rows, 0xe0 to 0x1df are eight.
        assertEquals(
            List.of(
                "0x000040-0x00005f |#...............................|       1            0",
                "...                 96 free",
                "0x0000c0-0x0000df |#...............................|       1            0",
                "...                 256 free",
                "0x0001e0-0x0001ff |...............................#|       1            0"),
            drawing(out));
        assertTrue(out.contains("\ntable        flat: from a number to its record in 1 load\n"), out);
        assertTrue(out.contains("\npages        1 of 1, 448 records of 256 bytes each; spare 0\n"), out);
        assertTrue(out.endsWith("\n# live   q quarantined   . free   blank not in pool\n"), out);
    }

    @Test
    void shouldCountTheScatteredPagesOfThreeLevelsThatAreNotThere() throws Exception
    {
        open(new NicNodeConfig().table(QpTableKind.THREE_LEVEL));
        create(0x100, 0x40_0142, 0xFF_FFFE);

        // Page 0 before; 224 numbers behind 0x11f, pages 2 to 0x4000; and so on up to page 0xffff.
        assertEquals(
            List.of(
                "...                 1 page not there",
                "0x000100-0x00011f |#...............................|       1            0",
                "...                 288 free, 16,383 pages not there",
                "0x400140-0x40015f |..#.............................|       1            0",
                "...                 384 free, 49,149 pages not there",
                "0xffffe0-0xffffff |..............................# |       1            0"),
            drawing(run().out()));
    }

    @Test
    void shouldDrawCoarserWhatHasTooManyRows() throws Exception
    {
        open(new NicNodeConfig().qpns(0x1000, 0x1FFF));
        // 40 rows of 32 single numbers would have one; rows of 64 are 20.
        for (int i = 0; i < 40; i++)
        {
            create(0x1000 + 32 * i);
        }
        create(0x1001, 0x1041, 0x1080 + 2);
        destroy(0x1041, 0x1082, 0x10C0);

        final List<String> drawing = drawing(run().out());

        assertEquals("0x001000-0x00103f |#...............5...............|       3            0", drawing.get(0));
        assertEquals("0x001040-0x00107f |x...............5...............|       2            1", drawing.get(1));
        assertEquals("0x001080-0x0010bf |5q..............5...............|       2            1", drawing.get(2));
        assertEquals("0x0010c0-0x0010ff |q...............5...............|       1            1", drawing.get(3));
        assertEquals("0x0014c0-0x0014ff |5...............5...............|       2            0", drawing.get(19));
        assertEquals("...                 2,816 free", drawing.get(20));
        assertEquals(21, drawing.size());
        assertTrue(run().out().endsWith("""
            A cell is 2 numbers: # all live   1-9 tenths live   + fewer live
            x live and quarantined   q quarantined   . free   - no page   blank not in pool
            """));
    }

    @Test
    void shouldCountThePagesOfRowsThatAreLongerThanOne() throws Exception
    {
        open(new NicNodeConfig().qpns(0x1_0000, 0x3_FFFF));
        final int count = 0x1_0000 + 1;
        node.lane().submit(() -> node.lane().queuePairs().create(QpType.UD, count, true)).get();

        final String out = run().out();

        // 65,537 in use: 24 rows of 32 cells need 128 numbers in a cell, so a row is a page.
        final List<String> rows = drawing(out);
        assertEquals("0x010000-0x010fff |" + "#".repeat(32) + "|    4096            0", rows.get(0));
        assertEquals("0x01f000-0x01ffff |" + "#".repeat(32) + "|    4096            0", rows.get(15));
        assertEquals("0x020000-0x020fff |+" + ".".repeat(31) + "|       1            0", rows.get(16));
        assertEquals("...                 31 pages not there", rows.get(17));
        assertEquals(18, rows.size());

        // What is held back counts as much, so the grain is the same; the last of each page is left.
        node.lane().submit(() ->
        {
            final QueuePairs queuePairs = node.lane().queuePairs();
            for (int qpn = 0x1_0000; qpn <= 0x2_0000; qpn++)
            {
                if ((qpn & 0xFFF) != 0xFFF)
                {
                    queuePairs.destroy(qpn);
                }
            }
            return null;
        }).get();
        assertEquals(
            "0x010000-0x010fff |" + "q".repeat(31) + "x|       1         4095", drawing(run().out()).get(0));
    }

    @Test
    void shouldBeAsWideAsTheTerminal() throws Exception
    {
        open(new NicNodeConfig().qpns(0x40, 0x7F));
        create(0x41);
        assertEquals(2, drawing(run().out()).size());
        System.setProperty(Terminal.COLUMNS_PROPERTY, "112");
        try
        {
            assertEquals(2, drawing(run().out()).size(), "no terminal has this width");
            System.setProperty(Terminal.PROPERTY, "1");
            assertEquals(
                List.of("0x000040-0x00007f |.#" + ".".repeat(62) + "|       1            0"), drawing(run().out()));
        }
        finally
        {
            System.clearProperty(Terminal.COLUMNS_PROPERTY);
            System.clearProperty(Terminal.PROPERTY);
        }
    }

    @Test
    void shouldPrintOneObject() throws Exception
    {
        open(new NicNodeConfig());
        create(0x11, 0x5000);
        destroy(0x5000);

        final JsonNode json = run("--json").json();

        assertEquals("http://" + Addresses.format(node.adminAddress()), json.path("node").asText());
        assertEquals(1, json.path("table").path("live").asInt());
        assertEquals("[0, 20480]", json.path("pages").findValues("first_qpn").toString());
        assertEquals(1, json.path("grain").asInt());
        assertEquals(
            "[{\"first_qpn\":17,\"live\":1,\"quarantined\":0},{\"first_qpn\":20480,\"live\":0,\"quarantined\":1}]",
            json.path("cells").toString());
    }

    @Test
    void shouldDrawAgainAndAgain() throws Exception
    {
        open(new NicNodeConfig());
        create(0x11);

        final CommandRun run = run("--watch", "1ms", "--times", "3");

        assertEquals(0, run.status(), run.err());
        assertEquals(3, run.out().lines().filter(line -> line.startsWith("0x000000-0x00001f |")).count());
        assertTrue(!run.out().contains("\033"), "this is no terminal");
        assertEquals(2, run("--times", "3").status());
        assertEquals(2, run("--watch", "0").status());
    }

    @Test
    void shouldSayThatNoNodeAnswers() throws IOException
    {
        open(new NicNodeConfig());
        final String address = Addresses.format(node.adminAddress());
        node.close();
        node = null;

        assertEquals(3, CommandRun.of("table", "--node", address).status());
        assertEquals(2, CommandRun.of("table", "--node", address, "--cells").status());
    }

    private void open(final NicNodeConfig config) throws IOException
    {
        node = NicNode.open(config
            .bind(new InetSocketAddress("127.40.3.1", 0))
            .quarantine(QuarantinePolicy.ofTime(TimeUnit.HOURS.toNanos(1))));
    }

    private void create(final int... qpns) throws Exception
    {
        for (final int qpn : qpns)
        {
            node.lane().submit(() -> node.lane().queuePairs().createWithQpn(QpType.UD, qpn)).get();
        }
    }

    private void destroy(final int... qpns) throws Exception
    {
        for (final int qpn : qpns)
        {
            node.lane().submit(() -> node.lane().queuePairs().destroy(qpn)).get();
        }
    }

    private CommandRun run(final String... more)
    {
        final String[] args = new String[3 + more.length];
        args[0] = "table";
        args[1] = "--node";
        args[2] = Addresses.format(node.adminAddress());
        System.arraycopy(more, 0, args, 3, more.length);
        return CommandRun.of(args);
    }

    /** The lines between the titles and the legend. */
    private static List<String> drawing(final String out)
    {
        final List<String> lines = out.lines().toList();
        final int titles = lines.indexOf(
            lines.stream().filter(line -> line.startsWith("QPN ")).findFirst().orElseThrow());
        return lines.subList(titles + 1, lines.lastIndexOf(""));
    }
}
