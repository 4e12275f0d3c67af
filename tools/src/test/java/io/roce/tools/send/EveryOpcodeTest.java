package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every opcode, to numbers with and without a queue pair, meets the fate that the README's table has for it. */
@Timeout(120)
class EveryOpcodeTest
{
    private static final long Q_KEY = 0x1111_1111;
    private static final String FROM = "127.0.7.1";

    private NicNode node;
    private AdminClient client;

    @BeforeEach
    void open() throws IOException
    {
        final InetSocketAddress any = new InetSocketAddress("127.0.7.31", 0);
        node = NicNode.open(new NicNodeConfig().bind(any).admin(any));
        client = new AdminClient(node.adminAddress());
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldFindNoQueuePair() throws IOException
    {
        final Map<String, String> fates = fates(0x55);

        assertTrue(fates.size() > 80, fates.toString());
        fates.forEach((opcode, fate) -> assertEquals("QPN_UNALLOCATED", fate, opcode));
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldReachABareQueuePairOfItsTransportAlone(final QpType type) throws IOException
    {
        try (OwnedQps owned = new OwnedQps(client, client.ports().first()))
        {
            final int qpn = owned.create(type);
            owned.bringUp(qpn, new QpPlan(
                type, InetAddress.getByName(FROM), 0x11, 0, 0, Q_KEY, QpPlan.PATH_MTU_DEFAULT), QpState.RTS);

            fates(qpn).forEach((opcode, fate) -> assertEquals(expected(type, opcode), fate, opcode));
        }
    }

    /** By the opcode's name alone. */
    private static String expected(final QpType type, final String opcode)
    {
        if ("CNP".equals(opcode))
        {
            return "CNP_RECEIVED";
        }
        if (!opcode.startsWith(type + "_"))
        {
            return "TRANSPORT_MISMATCH";
        }
        return opcode.contains("RESPONSE") || opcode.contains("ACKNOWLEDGE") ?
            "DELIVERED_RESPONSE" : "DELIVERED_REQUEST";
    }

    private Map<String, String> fates(final int qpn) throws IOException
    {
        final CommandRun run = CommandRun.of(
            "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
            "--from", FROM, "--opcode", "all", "--dest-qp", Integer.toString(qpn), "--psn", "0", "--q-key",
            Long.toString(Q_KEY), "--json");
        assertEquals(0, run.status(), run.err());
        final Map<String, String> fates = new TreeMap<>();
        for (final JsonNode group : run.json().path("groups"))
        {
            final JsonNode met = group.at("/ledger_difference/fates");
            assertEquals(1, met.size(), group.toString());
            assertEquals(1, met.elements().next().asInt(), group.toString());
            fates.put(group.path("opcode").asText(), met.fieldNames().next());
        }
        return fates;
    }
}
