package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.stats.Fate;
import io.roce.tools.CommandRun;
import io.roce.tools.MarkdownTable;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.tools.ledger.LedgerReading;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the recordings' README says that they lead to when they are replayed, they do. */
@Timeout(60)
class CapturesReplayTest
{
    private static final Path CAPTURES = Path.of(System.getProperty("roce.root"), "captures");
    private static final String PROBE = "probe_v4.pcap";

    /** All 105 frames of the probe but the four that no QPN is looked up for. */
    private static final Map<String, Long> PROBE_REFUSED =
        Map.of("MALFORMED_UNSUPPORTED_TVER", 1L, "MALFORMED_UNKNOWN_OPCODE", 1L, "ICRC_MISMATCH", 2L);
    private static final long PROBE_OTHERS = 105 - 4;

    private NicNode node;

    @BeforeEach
    void open() throws IOException
    {
        open(new NicNodeConfig());
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldSayOfEveryRecordingWhatItLeadsTo() throws IOException
    {
        final Set<String> told = table().stream().map(row -> row.get(0)).collect(Collectors.toCollection(TreeSet::new));
        told.add(PROBE);
        try (Stream<Path> files = Files.list(CAPTURES))
        {
            assertEquals(
                files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".pcap"))
                    .collect(Collectors.toCollection(TreeSet::new)),
                told);
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void shouldLeadToWhatTheReadmeSays(final List<String> row) throws IOException
    {
        final Map<String, Long> expected = new TreeMap<>();
        final List<Fate> columns = List.of(Fate.DELIVERED_REQUEST, Fate.DELIVERED_RESPONSE, Fate.QPN_MANAGEMENT);
        for (int i = 0; i < columns.size(); i++)
        {
            final long count = Long.parseLong(row.get(i + 1));
            if (count > 0)
            {
                expected.put(columns.get(i).name(), count);
            }
        }

        final JsonNode json = replay(row.get(0), "--provision");

        assertFates(expected, json);
        assertTrue(json.path("provisioned").size() > 0);
    }

    @Test
    void shouldRefuseFourOfTheProbeWithQueuePairsToo() throws IOException
    {
        final Map<String, Long> fates = fates(replay(PROBE, "--provision"));

        PROBE_REFUSED.forEach((fate, count) -> assertEquals(count, fates.get(fate), fate));
        assertEquals(105, fates.values().stream().mapToLong(Long::longValue).sum());
    }

    @ParameterizedTest
    @CsvSource({
        "0x000011, 0xfffffe, QPN_UNALLOCATED",
        "0xfffff0, 0xfffffe, QPN_OUT_OF_RANGE",
    })
    void shouldFindNoQueuePairForTheRestOfTheProbe(final String first, final String last, final Fate others)
        throws IOException
    {
        node.close();
        open(new NicNodeConfig().qpns(Integer.decode(first), Integer.decode(last)));
        final Map<String, Long> expected = new TreeMap<>(PROBE_REFUSED);
        expected.put(others.name(), PROBE_OTHERS);

        assertFates(expected, replay(PROBE));
    }

    private static List<List<String>> table() throws IOException
    {
        return MarkdownTable.under("captures/README.md", "## What they must lead to when replayed");
    }

    private void open(final NicNodeConfig config) throws IOException
    {
        final InetSocketAddress any = new InetSocketAddress("127.40.3.1", 0);
        node = NicNode.open(config.bind(any).admin(any));
    }

    private JsonNode replay(final String file, final String... more) throws IOException
    {
        final CommandRun run = CommandRun.of(Stream.concat(
            Stream.of(
                "replay", CAPTURES.resolve(file).toString(), "--to", Addresses.format(node.udpAddress()),
                "--node", Addresses.format(node.adminAddress()), "--fast", "--json"),
            Stream.of(more)).toArray(String[]::new));
        assertEquals(0, run.status(), run.err());
        return run.json();
    }

    private void assertFates(final Map<String, Long> expected, final JsonNode json)
    {
        assertEquals(expected, fates(json));
        final long all = expected.values().stream().mapToLong(Long::longValue).sum();
        assertEquals(all, json.path("sent").asLong());
        assertEquals("{}", json.path("skipped").toString());
        assertEquals(0, json.path("icrc_not_judged").asLong(-1));

        final LedgerReading ledger = LedgerReading.read(new AdminClient(node.adminAddress()));
        assertTrue(ledger.isBalanced(), ledger.equation());
        assertEquals(all, ledger.received());
    }

    private static Map<String, Long> fates(final JsonNode json)
    {
        final Map<String, Long> fates = new TreeMap<>();
        json.path("ledger_difference").path("fates").properties()
            .forEach(fate -> fates.put(fate.getKey(), fate.getValue().asLong()));
        return fates;
    }
}
