package io.roce.tools.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.MissCostKind;
import io.roce.nic.qp.QpCacheKind;
import io.roce.nic.qp.QpCacheProfile;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.transport.Profile;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandLines;
import io.roce.wire.icrc.IcrcMode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class NodeCommandTest
{
    private static NicNodeConfig config(final String... args)
    {
        final NodeCommand command = new NodeCommand();
        CommandLines.configure(new CommandLine(command)).parseArgs(args);
        return command.config();
    }

    @Test
    void shouldTakeItsDefaultsFromTheNode()
    {
        final NicNodeConfig config = config();
        final NicNodeConfig expected = new NicNodeConfig();
        assertEquals(expected.ports(), config.ports());
        assertNull(config.admin());
        assertEquals(expected.firstQpn(), config.firstQpn());
        assertEquals(expected.lastQpn(), config.lastQpn());
        assertEquals(expected.maxQps(), config.maxQps());
        assertEquals(expected.quarantine(), config.quarantine());
        assertEquals(expected.quarantineCapNs(), config.quarantineCapNs());
        assertEquals(expected.packetLifetimeNs(), config.packetLifetimeNs());
        assertEquals(expected.pressure(), config.pressure());
        assertEquals(expected.resetHold(), config.resetHold());
        assertEquals(expected.allocation(), config.allocation());
        assertEquals(expected.table(), config.table());
        assertEquals(expected.cache(), config.cache());
        assertEquals(expected.icrcMode(), config.icrcMode());
        assertEquals(expected.profile(), config.profile());
        assertEquals(expected.link(), config.link());
        assertEquals(expected.receiveBufferBytes(), config.receiveBufferBytes());
        assertEquals(expected.faults(), config.faults());
    }

    @Test
    void shouldBuildANodeFromItsOptions()
    {
        final NicNodeConfig config = config(
            "--bind", "[::1]:4792", "--admin", "127.0.0.9", "--token", "s3cret", "--qpns", "0x100-0x1ff",
            "--max-qps", "0x10", "--quarantine", "500ms+count:10", "--quarantine-cap", "30s",
            "--packet-lifetime", "1ms",
            "--pressure", "steal-oldest", "--reset-hold", "refuse", "--allocation", "random", "--table", "three-level",
            "--qp-cache", "2x1", "--qp-cache-order", "lru", "--miss-cost", "spent:500ns",
            "--drops", "7",
            "--icrc", "infer-any", "--profile", "rxe-6.1", "--link", "nio", "--receive-buffer", "64k",
            "--fault", "out:drop:5%", "--fault", "in:delay=2ms");
        assertEquals(Ports.of(Port.of(1, new InetSocketAddress("::1", 4792))), config.ports());
        assertEquals(new InetSocketAddress("127.0.0.9", 4791), config.admin());
        assertEquals("s3cret", config.adminToken());
        assertEquals(0x100, config.firstQpn());
        assertEquals(0x1ff, config.lastQpn());
        assertEquals(16, config.maxQps());
        assertEquals(new QuarantinePolicy(false, 500_000_000L, 10), config.quarantine());
        assertEquals(30_000_000_000L, config.quarantineCapNs());
        assertEquals(1_000_000L, config.packetLifetimeNs());
        assertEquals(QuarantinePressure.STEAL_OLDEST, config.pressure());
        assertEquals(ResetHold.REFUSE, config.resetHold());
        assertEquals(AllocationOrder.RANDOM, config.allocation());
        assertEquals(QpTableKind.THREE_LEVEL, config.table());
        assertEquals(new QpCacheConfig(QpCacheKind.LRU, 2, 1, MissCostKind.SPENT, 500), config.cache());
        assertEquals(7, config.drops());
        assertEquals(IcrcMode.INFER_ANY, config.icrcMode());
        assertEquals(Profile.RXE_6_1, config.profile());
        assertEquals(LinkKind.NIO, config.link());
        assertEquals(65_536, config.receiveBufferBytes());
        assertEquals(
            List.of(FaultRule.parse("out:drop:5%"), FaultRule.parse("in:delay=2ms")), config.faults().rules());
    }

    @Test
    void shouldRefuseAFaultThatIsNoneAndTooManyThatDuplicate()
    {
        final CommandRun run = CommandRun.of("node", "--fault", "in:dorp");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("'in:dorp': the action 'dorp' is none of drop, duplicate"), run.err());
        final String[] duplicates = Collections.nCopies(5, "--fault=in:duplicate").toArray(String[]::new);
        assertEquals(
            "--fault: rules must be at most 4 with in:duplicate: 5",
            assertThrows(CommandLine.ParameterException.class, () -> config(duplicates)).getMessage());
    }

    @Test
    void shouldHaveAPortForEachBind()
    {
        final Ports ports = config(
            "--bind", "127.40.2.1,[::1]:4792", "--bind", "127.40.2.2:0",
            "--pkeys", "0xffff,0x8001,2", "--pkeys", "0x7fff", "--mtu", "1024").ports();

        final InetSocketAddress first = new InetSocketAddress("127.40.2.1", 4791);
        assertEquals(
            Ports.of(
                Port.of(1, first, new InetSocketAddress("::1", 4792))
                    .pKeys(List.of(0xFFFF, 0x8001, 2))
                    .activeMtu(1024),
                Port.of(2, new InetSocketAddress("127.40.2.2", 0)).pKeys(List.of(0x7FFF)).activeMtu(1024)),
            ports);
        assertEquals(first, ports.first());
    }

    @Test
    void shouldTakeTablesOnceForAllPortsOrOnceForEach()
    {
        final Ports ports = config(
            "--bind", "127.40.2.1", "--bind", "127.40.2.2", "--bind", "127.40.2.3",
            "--pkeys", "0x8001", "--mtu", "256", "--mtu", "4096", "--mtu", "512").ports();

        assertEquals(
            List.of(256, 4096, 512), ports.all().stream().map(Port::activeMtu).toList());
        ports.all().forEach(port -> assertEquals(List.of(0x8001), port.pKeys()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "--bind 127.0.0.1 --bind 127.0.0.2 --bind 127.0.0.3 --pkeys 1 --pkeys 2; --pkeys is given 2 times for 3 ports",
        "--mtu 256 --mtu 512; '--mtu is given 2 times for 1 port (--bind): once holds for all, else it is once for'",
        "--bind 127.0.0.1 --bind 127.0.0.2,127.0.0.1; bind has 127.0.0.1 twice",
        "--bind 127.0.0.1:1,127.0.0.1:2; bind has 127.0.0.1 twice",
        "--bind 127.0.0.1 --bind ::1 --bind 127.0.0.3 --bind ::2 --bind 127.0.0.5; 'ports are 5, outside 1 to 4'"})
    void shouldRefusePortsThatDoNotGoTogether(final String options, final String said)
    {
        final CommandRun run = CommandRun.of(("node " + options).split(" "));

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: " + said), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldSwitchOffQuarantineAndCache()
    {
        final NicNodeConfig config = config("--quarantine", "none", "--qp-cache", "off");
        assertEquals(QuarantinePolicy.NONE, config.quarantine());
        assertEquals(QpCacheConfig.OFF, config.cache());
    }

    @ParameterizedTest
    @CsvSource({
        "--quarantine, 500,             '500'",
        "--quarantine, 87601h,          '315360000'",
        "--quarantine, count:,          'count:'",
        "--quarantine, 1s+auto,         'auto'",
        "--quarantine-cap, 87601h,      '87601h is out of range: 0 to 315360000s'",
        "--packet-lifetime, 5,          is not a time with a unit",
        "--pressure,   steal-newest,    'only strict, steal-oldest'",
        "--reset-hold, maybe,           'only allow, warn, refuse'",
        "--allocation, highest,         'only cyclic, lowest, random'",
        "--table,      four-level,      'only flat, two-level, three-level'",
        "--qp-cache-order, off,         'only fifo, lru, random'",
        "--miss-cost,  spent,           neither none nor KIND:DURATION",
        "--miss-cost,  paid:5ns,        accounted or spent",
        "--miss-cost,  spent:2ms,       'spent:2ms is out of range: 1ns to 1ms'",
        "--miss-cost,  accounted:0ns,   'accounted:0ns is out of range: 1ns to 1ms'",
        "--icrc,       lax,             'only strict, infer, infer-any, off'",
        "--profile,    rxe,             'only ibta, rxe-6.1'",
        "--link,       dpdk,            'only auto, mmsg, epoll, nio'",
        "--qp-cache,   3x1,             powers of two",
        "--qp-cache,   cx6-raed,        'nor a profile such as cx6-read'",
        "--qp-cache,   cx6,             'nor a profile such as cx6-read, cx6-write'",
        "--qp-cache,   bluefield,       'nor a profile such as csrna, cx6-read, cx6-write'",
        "--qp-cache,   0x10,            powers of two",
        "--qp-cache,   16777216x2,      SETS times WAYS is 1 to 16777216",
        "--qpns,       17,              FIRST-LAST",
        "--qpns,       0-5,             0 is out of range: 0x2 to 0xfffffe",
        "--qpns,       2-0xffffff,      0xffffff is out of range: 0x2 to 0xfffffe",
        "--qpns,       20-19,           above its last",
        "--max-qps,    0,               0 is out of range: 1 to 16777213",
        "--max-qps,    16777214,        16777214 is out of range: 1 to 16777213",
        "--drops,      65537,           65537 is out of range: 0 to 65536",
        "--drops,      -1,              -1 is out of range: 0 to 65536",
        "--drops,      all,             is not a number",
        "--receive-buffer, 0,           0 is out of range: 1 to 1073741824",
        "--receive-buffer, 99999999999, 99999999999 is out of range: 1 to 1073741824",
        "--bind,       eth0,            is not an IP address",
        "--bind,       0.0.0.0,         '0.0.0.0' is not one address of this machine",
        "--bind,       ::1:4791,        'write [::1:4791] or [::1]:4791'",
        "--bind,       127.0.0.1:65536, 'not a number from 0 to 65535'",
        "--bind,       '127.0.0.1,',   is not an IP address",
        "--bind,       '127.0.0.1,::', '::' is not one address of this machine",
        "--pkeys,      0x8000,         '0x8000 names no partition: its low 15 bits are 0'",
        "--pkeys,      '0xffff,0',     '0 names no partition: its low 15 bits are 0'",
        "--pkeys,      0x10000,        '0x10000 is out of range: 0 to 65535'",
        "--pkeys,      '1,0x8001,0x0001', '0x0001 stands twice'",
        "--pkeys,      '1,,2',         is not a number",
        "--mtu,        1500,           'is not 256, 512, 1024, 2048 or 4096'",
        "--mtu,        8192,           8192 is out of range: 256 to 4096",
        "--admin,      '[::]',          '[::]' is not one address of this machine",
        "--token,      s\u00e9same,     one or more visible ASCII characters without blanks",
    })
    void shouldRefuseWhatItDoesNotHave(final String option, final String value, final String said)
    {
        final CommandRun run = CommandRun.of("node", option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '" + option + "'"), run.err());
        assertTrue(run.err().contains(said), run.err());
        assertEquals("", run.out());
    }

    @ParameterizedTest
    @EnumSource(QpCacheProfile.class)
    void shouldTakeSizeOrderAndCostOfAMissFromAProfile(final QpCacheProfile profile)
    {
        final QpCacheConfig cache = config("--qp-cache", profile.label()).cache();
        assertEquals(profile, cache.profile());
        assertEquals(profile.kind(), cache.kind());
        assertEquals(profile.sets(), cache.sets());
        assertEquals(profile.ways(), cache.ways());
        assertEquals(MissCostKind.ACCOUNTED, cache.missCostKind());
        assertEquals(profile.missNs(), cache.missCostNs());
        final String help = CommandRun.of("node", "--help").out().replaceAll("\\s+", " ");
        assertTrue(help.contains(profile.source()), help);
        assertTrue(help.contains(profile.reproduces()), help);
    }

    @Test
    void shouldSayBesideAProfileWhatBecomesOfTheTimeOfAMiss()
    {
        final QpCacheConfig spent = config("--qp-cache", "cx6-read", "--miss-cost", "spent:40ns").cache();
        assertEquals(new QpCacheConfig(
            QpCacheKind.FIFO, 512, 1, MissCostKind.SPENT, 40, QpCacheProfile.CX6_READ), spent);
        assertEquals(MissCostKind.NONE, config("--qp-cache", "csrna", "--miss-cost", "none").cache().missCostKind());
        assertEquals(QpCacheProfile.CX6_WRITE, config(
            "--qp-cache", "cx6-write", "--qp-cache-order", "lru").cache().profile());
    }

    @ParameterizedTest
    @CsvSource({
        "--qp-cache-order, lru,          the profile cx6-read has fifo",
        "--miss-cost,      spent:41ns,   the profile cx6-read has spent:40ns",
        "--miss-cost,      accounted:1us, the profile cx6-read has accounted:40ns",
    })
    void shouldNotChangeAProfile(final String option, final String value, final String said)
    {
        final CommandRun run = CommandRun.of("node", "--qp-cache", "cx6-read", option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: " + option + ": " + said + ","), run.err());
    }

    @Test
    void shouldTellTheProfileOfItsCacheAndWhereItIsFrom() throws IOException
    {
        try (NicNode node = NicNode.open(config("--bind", "127.40.2.4:0", "--qp-cache", "csrna")))
        {
            final String address = Addresses.format(node.adminAddress());
            final JsonNode cache = CommandRun.of("stats", "--json", "--node", address).json().path("cache");
            assertEquals("csrna", cache.path("profile").asText());
            assertEquals(QpCacheProfile.CSRNA.source(), cache.path("profile_source").asText());
            assertEquals("1x100", cache.path("sets").asText() + 'x' + cache.path("ways").asText());
            assertEquals("random accounted 500", cache.path("kind").asText() + ' ' +
                cache.path("miss_cost").asText() + ' ' + cache.path("miss_cost_ns").asText());

            final JsonNode policies =
                new AdminClient(node.adminAddress()).request("GET", "/v1/node", null).path("policies");
            assertEquals("csrna", policies.path("qp_cache_profile").asText());
            assertEquals(QpCacheProfile.CSRNA.source(), policies.path("qp_cache_profile_source").asText());
        }
    }

    @Test
    void shouldNeedATokenWhereOthersCanReachIt()
    {
        final CommandRun run = CommandRun.of("node", "--bind", "10.99.99.99");

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: --token or the environment variable ROCE_TOKEN is needed: " +
            "the admin address 10.99.99.99:4791 is not a loopback one"), run.err());
    }

    @Test
    void shouldSayOnceWhichAddressIsTaken() throws IOException
    {
        try (NicNode other = NicNode.open(config("--bind", "127.40.2.2:0")))
        {
            final String taken = Addresses.format(other.adminAddress());
            final CommandRun run = CommandRun.of("node", "--bind", "127.40.2.3:0", "--admin", taken);

            assertEquals(1, run.status());
            assertTrue(run.err().startsWith("roce: the node cannot start: admin address " + taken), run.err());
            assertEquals(2, run.err().split(taken, -1).length, run.err());
        }
    }

    /** The bounds are the node's own: it takes the most that the option takes, and no more. */
    @ParameterizedTest
    @CsvSource({
        "--max-qps,        16777213",
        "--quarantine-cap, 87600h",
        "--qp-cache,       4194304x4",
        "--receive-buffer, 1g",
        "--drops,          65536",
    })
    void shouldTakeWhatTheNodeTakes(final String option, final String most) throws IOException
    {
        final NicNodeConfig config = config("--bind", "127.40.2.1:0", option, most);
        NicNode.open(config).close();

        assertThrows(IllegalArgumentException.class, () -> NicNode.open(oneMore(option, config)));
    }

    private static NicNodeConfig oneMore(final String option, final NicNodeConfig config)
    {
        return switch (option)
        {
            case "--max-qps" -> config.maxQps(config.maxQps() + 1);
            case "--quarantine-cap" -> config.quarantineCapNs(config.quarantineCapNs() + 1);
            case "--qp-cache" ->
                config.cache(new QpCacheConfig(config.cache().sets(), 2 * config.cache().ways()));
            case "--drops" -> config.drops(config.drops() + 1);
            default -> config.receiveBufferBytes(config.receiveBufferBytes() + 1);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "0x000011-0xfffffe", "2.147483648s", "256x4", "1048576", "infer", "4194304", "127.0.0.1:4791", "0xffff", "4096"
    })
    void shouldShowDefaultsInItsHelp(final String value)
    {
        final String help = CommandRun.of("node", "--help").out().replaceAll("\\s+", " ");
        assertTrue(help.contains("Default: " + value + "."), help);
    }

    @Test
    void shouldBoundTheTables()
    {
        final String addresses = IntStream.rangeClosed(1, 17)
            .mapToObj(i -> "127.40.2." + i).collect(Collectors.joining(","));
        final String pKeys = IntStream.rangeClosed(1, 129).mapToObj(String::valueOf).collect(Collectors.joining(","));

        assertTrue(CommandRun.of("node", "--bind", addresses).err().contains("17 addresses are out of range: 1 to 16"));
        assertTrue(CommandRun.of("node", "--pkeys", pKeys).err().contains("129 keys are out of range: 1 to 128"));
    }

    private static LinkFigures figures(
        final LinkKind kind, final String address, final int buffer, final boolean isIdentificationZero)
    {
        final InetSocketAddress udp = new InetSocketAddress(address, 4791);
        return new LinkFigures(new GidEntry(1, 0, udp), kind, GsoMode.OFF, udp, buffer, isIdentificationZero);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, EPOLL, true,  4194304, ''",
        "127.0.0.1, NIO,   false, 4194304, over IPv4 is not valid on the wire",
        "::1,       NIO,   false, 4194304, ''",
        "127.0.0.1, EPOLL, true,  212992,  gave a receive buffer of 212992 bytes",
    })
    void shouldNoteWhatDiffersFromWhatWasAskedFor(
        final String address,
        final LinkKind kind,
        final boolean isIdentificationZero,
        final int buffer,
        final String said)
    {
        final StringWriter err = new StringWriter();
        OpenNode.notices(
            new NicNodeConfig(),
            List.of(figures(kind, "::1", 4_194_304, true), figures(kind, address, buffer, isIdentificationZero)),
            new PrintWriter(err));
        assertTrue(err.toString().contains(said) && err.toString().isEmpty() == said.isEmpty(), err.toString());
    }
}
