package io.roce.tools.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node of two ports says of them, and that every tool finds its way to each address. */
@Timeout(60)
final class NodePortsTest
{
    private static final String RPING = System.getProperty("roce.root") + "/captures/rping_v4.pcap";

    private NicNode node;
    private String url;
    private AdminClient client;

    @BeforeEach
    void open() throws IOException
    {
        final Ports ports = Ports.of(
            Port.of(1, at("127.40.2.21"), at("127.40.2.22")).pKeys(List.of(0x8001, 0x7FFF, 0xFFFF)).activeMtu(2048),
            Port.of(2, at("127.40.2.23"), at("::1")).pKeys(List.of(0x0002, 0x8003)).activeMtu(256));
        node = NicNode.open(new NicNodeConfig().ports(ports).quarantine(QuarantinePolicy.NONE));
        client = new AdminClient(node.adminAddress());
        url = "http://" + Addresses.format(node.adminAddress());
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldKnowThePlaceOfEveryAddress()
    {
        final NodePorts ports = client.ports();

        assertEquals(new DataAddress(udp(0), 1, 0, 0, 0x8001), ports.first());
        assertEquals(new DataAddress(udp(1), 1, 1, 1, 0x7FFF), ports.of(udp(1)), "the first key that hears 0xffff");
        assertEquals(new DataAddress(udp(3), 2, 1, 0, 0x0002), ports.of(udp(3)), "none does");
        assertEquals(new DataAddress(udp(2), 2, 0, 1, 0x8003), ports.at(2, 0, 1));
    }

    @Test
    void shouldSayWhereTheNodeReceivesWhenItDoesNotThere()
    {
        final InetSocketAddress elsewhere = new InetSocketAddress("127.40.2.24", 4791);

        assertEquals(
            url + " does not receive at 127.40.2.24:4791, only at " + text(0) + ", " + text(1) + ", " + text(2) +
                ", " + text(3),
            assertThrows(CommandFailedException.class, () -> client.ports().of(elsewhere)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldReplayToEveryAddressThatHearsTheDefaultPKey(final int index) throws IOException
    {
        final CommandRun run = CommandRun.of(
            "replay", RPING, "--to", text(index), "--node", admin(), "--provision", "--fast", "--json");

        assertEquals(0, run.status(), run.err());
        assertEquals(
            "{\"QPN_MANAGEMENT\":5,\"DELIVERED_REQUEST\":18,\"DELIVERED_RESPONSE\":18}",
            run.json().path("ledger_difference").path("fates").toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldDrillAtEveryAddress(final int index)
    {
        final CommandRun run = CommandRun.of("stale", "--node", admin(), "--to", text(index));

        assertEquals(0, run.status(), run.err() + run.out());
    }

    @Test
    void shouldSendToEveryAddressAndCountItOnce() throws IOException
    {
        for (int i = 0; i < 4; i++)
        {
            final CommandRun run = CommandRun.of(
                "send", "--to", text(i), "--node", admin(), "--opcode", "RC_SEND_ONLY", "--dest-qp", "0x11",
                "--psn", "0", "--expect", "QPN_UNALLOCATED");
            assertEquals(0, run.status(), run.err() + run.out());
        }
        final CommandRun stats = CommandRun.of("stats", "--node", admin(), "--json");
        assertEquals(4, stats.json().path("ledger").path("received").asInt());
        assertEquals(4, stats.json().path("ledger").path("kernel_drops_by_address").size());
    }

    @Test
    void shouldMeetPortMismatchAtTheOtherPortOfAConnectedPair() throws IOException
    {
        final CommandRun connected = CommandRun.of(
            "connect", admin(), admin(), "--port-num", "2", "--pkey-index", "1", "--path-mtu", "256", "--json");
        assertEquals(0, connected.status(), connected.err());
        final String qpn = connected.json().path("pairs").path(0).path("a").path("qpn").asText();

        assertEquals(0, send(qpn, 2, "DELIVERED_REQUEST").status());
        assertEquals(0, send(qpn, 0, "PORT_MISMATCH").status());
        assertEquals(0, send(qpn, 1, "PORT_MISMATCH").status());
    }

    private CommandRun send(final String qpn, final int to, final String expected)
    {
        return CommandRun.of(
            "send", "--to", text(to), "--from", "127.40.2.23", "--node", admin(), "--opcode", "RC_SEND_ONLY",
            "--dest-qp", qpn, "--psn", "0", "--p-key", "0x0003", "--expect", expected);
    }

    private String admin()
    {
        return Addresses.format(node.adminAddress());
    }

    private InetSocketAddress udp(final int index)
    {
        return node.udpAddresses().get(index);
    }

    private String text(final int index)
    {
        return Addresses.format(udp(index));
    }

    private static InetSocketAddress at(final String host)
    {
        return new InetSocketAddress(host, 0);
    }
}
