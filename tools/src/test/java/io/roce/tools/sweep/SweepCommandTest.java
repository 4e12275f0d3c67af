package io.roce.tools.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.CommandRun;
import io.roce.tools.MarkdownTable;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.wire.icrc.IcrcMode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each attack gets out of a node is what arithmetic says, whichever its policies are. */
@Timeout(180)
class SweepCommandTest
{
    private static final int PROBES = 200;

    @Test
    void shouldGetAsFarAsArithmeticSays() throws IOException
    {
        try (NicNode node = open(new NicNodeConfig().quarantine(QuarantinePolicy.parse("300ms"))))
        {
            final CommandRun run = sweep(node, "--victims", "3", "--unknown-bits", "6");
            assertEquals(0, run.status(), run.out() + run.err());
            final JsonNode json = run.json();

            assertEquals(
                Arrays.stream(Attack.values()).map(Attack::label).toList(),
                json.path("attacks").findValuesAsText("attack"));
            assertGot(json, "qpn-next", 3, 0);
            assertFirstAt(json, "qpn-next", 1, 1);
            assertGot(json, "peer", 0, 0);
            assertEquals(0, attack(json, "peer").path("answers").asInt(), "drops of admission are silent");
            assertGot(json, "p-key", 3, 0);
            assertFirstAt(json, "p-key", 1, 1 << 15);
            assertGot(json, "q-key", 3, 0);
            assertFirstAt(json, "q-key", 1, 64);
            assertGot(json, "icrc-forged", PROBES, PROBES);
            assertGot(json, "psn-rc", attack(json, "psn-rc").path("packets").asInt(), 3);
            assertFirstAt(json, "psn-rc", 1, 64);
            assertGot(json, "psn-uc", 3, 3);
            assertFirstAt(json, "psn-uc", 1, 1);
            assertFirstAt(json, "rkey-uc", 1, 256);
            assertEquals(3, attack(json, "rkey-uc").path("executed").asInt());
            assertGot(json, "stale-held", 0, 0);
            assertEquals(PROBES, attack(json, "stale-held").at("/fates/QPN_QUARANTINED").asInt());
            assertEquals(PROBES, attack(json, "stale-reissued").path("past_admission").asInt());
            assertEquals(PROBES, attack(json, "reset").path("past_admission").asInt());
            assertEquals(32.5, attack(json, "psn-rc").at("/by_arithmetic/first_at").asDouble());
            assertEquals(8_388_608.5,
                attack(json, "psn-rc").at("/by_arithmetic/first_at_knowing_nothing").asDouble());
            assertEquals(128.5, attack(json, "rkey-uc").at("/by_arithmetic/first_at").asDouble());
            assertNothingIsLeft(node);
        }
    }

    /** As of send: 64 bits, and as they were given when they are said. */
    @Test
    void shouldTakeAnySeed() throws IOException
    {
        try (NicNode node = open(new NicNodeConfig()))
        {
            final CommandRun run = CommandRun.of(
                "sweep", "--node", Addresses.format(node.adminAddress()), "--from", "127.0.7.1", "--attack",
                "icrc-forged", "--seed", "18446744073709551615", "--json");

            assertEquals(0, run.status(), run.err());
            assertEquals("18446744073709551615", run.json().path("seed").asText());
        }
    }

    /** The mean of 24 draws from 1 to 64 lies within five standard errors of 32.5: 64 / sqrt(12 x 24) each. */
    @Test
    void shouldNeedHalfOfThePsnsOnAverage() throws IOException
    {
        try (NicNode node = open(new NicNodeConfig()))
        {
            final String[] attack = {"--attack", "psn-rc", "--victims", "24", "--unknown-bits", "6"};
            final JsonNode first = sweep(node, attack).json();
            final JsonNode second = sweep(node, attack).json();

            final double mean = attack(first, "psn-rc").path("first_at_mean").asDouble();
            assertEquals(32.5, mean, 5 * 64 / Math.sqrt(12 * 24));
            assertEquals(attack(first, "psn-rc").path("first_at"), attack(second, "psn-rc").path("first_at"),
                "the same seed");
            assertTrue(tries(first, "psn-rc").stream().distinct().count() > 10, "they are not all the same");
        }
    }

    @ParameterizedTest
    @CsvSource({"CYCLIC, 1", "LOWEST, 1", "RANDOM, 0"})
    void shouldFindTheNextNumberWhereNumbersFollowEachOther(final AllocationOrder order, final long firstAt)
        throws IOException
    {
        try (NicNode node = open(new NicNodeConfig().allocation(order)))
        {
            final CommandRun run = sweep(node, "--attack", "qpn-next", "--victims", "2", "--max-packets", "2000");
            assertEquals(0, run.status(), run.out() + run.err());
            assertEquals(List.of(firstAt, firstAt), tries(run.json(), "qpn-next"), "one of 16,777,198 is not found");
        }
    }

    @Test
    void shouldBeStoppedByWhatIsThereToStopIt() throws IOException
    {
        try (NicNode node = open(new NicNodeConfig()
            .quarantine(QuarantinePolicy.NONE)
            .resetHold(ResetHold.REFUSE)
            .icrcMode(IcrcMode.OFF)))
        {
            final JsonNode json = sweep(node, "--attack", "stale-held,stale-reissued,reset,icrc-random").json();

            assertEquals(PROBES, attack(json, "stale-held").at("/fates/QPN_UNALLOCATED").asInt());
            assertEquals(PROBES, attack(json, "stale-reissued").path("past_admission").asInt());
            assertGot(json, "icrc-random", PROBES, PROBES);
            assertTrue(json.path("ok").asBoolean(), json.toString());
        }
        try (NicNode node = open(new NicNodeConfig()
            .quarantine(QuarantinePolicy.parse("5s"))
            .resetHold(ResetHold.REFUSE)
            .icrcMode(IcrcMode.STRICT)))
        {
            final JsonNode json = sweep(node, "--attack", "reset,icrc-random").json();

            assertGot(json, "reset", 0, 0);
            assertEquals(PROBES, attack(json, "reset").at("/fates/QP_STATE_RESET").asInt());
            assertGot(json, "icrc-random", 0, 0);

            final CommandRun tooLong = sweep(node, "--attack", "stale-reissued", "--max-time", "1s");
            assertEquals(1, tooLong.status(), tooLong.out());
            assertTrue(tooLong.err().contains("the node holds numbers back for 5000 ms"), tooLong.err());
            assertNothingIsLeft(node);
        }
    }

    @Test
    void shouldEndAtItsBounds() throws IOException
    {
        try (NicNode node = open(new NicNodeConfig()))
        {
            final CommandRun run =
                sweep(node, "--attack", "psn-rc,q-key", "--unknown-bits", "24", "--max-packets", "300");

            assertEquals(0, run.status(), run.out() + run.err());
            for (final String attack : List.of("psn-rc", "q-key"))
            {
                assertTrue(attack(run.json(), attack).path("bound_reached").asBoolean(), run.out());
                assertTrue(attack(run.json(), attack).path("packets").asInt() <= 300, run.out());
                assertFalse(tries(run.json(), attack).contains(1L), run.out());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--attack, dns, 'not available, only qpn-next'",
        "--victims, 0, 1 to 100",
        "--unknown-bits, 25, 1 to 24",
        "--probes, 10001, 1 to 10000",
        "--max-packets, 0, 1 to ",
        "--max-time, 5, is not a time with a unit",
        "--seed, -1, 0 to 0xffffffffffffffff",
        "--to, 192.0.2.1, neither a loopback nor a private address",
        "--to, '[2001:db8::1]:4791', neither a loopback nor a private address",
    })
    void shouldRefuseWhatIsNoSweep(final String option, final String value, final String why)
    {
        final CommandRun run = CommandRun.of("sweep", "--node", "127.0.7.41:4999", option, value);

        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains(why), run.err());
    }

    @Test
    void shouldBeInTheReadme() throws IOException
    {
        assertEquals(
            Arrays.stream(Attack.values()).map(Attack::label).sorted().toList(),
            MarkdownTable.under("README.md", "### Attacks").stream()
                .flatMap(row -> Arrays.stream(row.get(0).split(", ")))
                .map(label -> label.replace("`", ""))
                .sorted()
                .toList());
    }

    @Test
    void shouldNeedANode()
    {
        assertEquals(3, CommandRun.of("sweep", "--node", "127.0.7.41:4999").status());
    }

    private static NicNode open(final NicNodeConfig config) throws IOException
    {
        final InetSocketAddress any = new InetSocketAddress("127.0.7.42", 0);
        return NicNode.open(config.bind(any).admin(any));
    }

    private static CommandRun sweep(final NicNode node, final String... more)
    {
        return CommandRun.of(Stream.concat(
            Stream.of("sweep", "--node", Addresses.format(node.adminAddress()), "--from", "127.0.7.1", "--seed", "3",
                "--probes", Integer.toString(PROBES), "--json"),
            Arrays.stream(more)).toArray(String[]::new));
    }

    private static JsonNode attack(final JsonNode json, final String name)
    {
        for (final JsonNode attack : json.path("attacks"))
        {
            if (attack.path("attack").asText().equals(name))
            {
                return attack;
            }
        }
        throw new AssertionError("no " + name + " in " + json);
    }

    private static List<Long> tries(final JsonNode json, final String name)
    {
        final List<Long> tries = new ArrayList<>();
        attack(json, name).path("first_at").forEach(one -> tries.add(one.asLong()));
        return tries;
    }

    private static void assertGot(
        final JsonNode json, final String name, final long admitted, final long executed)
    {
        assertEquals(admitted, attack(json, name).path("past_admission").asLong(), attack(json, name).toString());
        assertEquals(executed, attack(json, name).path("executed").asLong(), attack(json, name).toString());
    }

    private static void assertFirstAt(final JsonNode json, final String name, final long min, final long max)
    {
        assertNotEquals(List.of(), tries(json, name));
        tries(json, name).forEach(one -> assertTrue(one >= min && one <= max, name + ' ' + one));
    }

    private static void assertNothingIsLeft(final NicNode node)
    {
        final AdminClient client = new AdminClient(node.adminAddress());
        for (final String list : List.of("qps", "mrs", "pds", "cqs"))
        {
            assertEquals(0, client.request("GET", "/v1/" + list, null).path(list).size(), list);
        }
    }
}
