package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.ledger.LedgerReading;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of a node that is one. */
@Timeout(120)
final class TopNodeTest
{
    /** Of each kind: some that are delivered, and some to a number that nobody has. */
    private static final int DELIVERED = 3_000;
    private static final int DROPPED = 700;

    @TempDir
    private Path folder;

    private NicNode node;
    private String address;

    @BeforeEach
    void open() throws IOException
    {
        final InetSocketAddress any = new InetSocketAddress("127.40.30.5", 0);
        node = NicNode.open(new NicNodeConfig().bind(any));
        address = Addresses.format(node.adminAddress());
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldShowTheNumbersOfTheLedger() throws Exception
    {
        // In a thread of its own: the JDK's HTTP client wants the one that there may be.
        final CompletableFuture<CommandRun> during = CompletableFuture.supplyAsync(
            () -> CommandRun.of("top", "--json", "--count", "5", "--node", address), task -> new Thread(task).start());
        final int qpn = traffic();

        long before = 0;
        for (final String line : during.get().out().lines().toList())
        {
            final JsonNode snapshot = Json.parse(line.getBytes());
            final LedgerReading ledger = LedgerReading.of(snapshot.path("ledger"));
            assertTrue(ledger.isBalanced(), line);
            assertTrue(ledger.received() >= before, line);
            before = ledger.received();
        }
        assertEquals(0, during.get().status(), during.get().err());

        final LedgerReading ledger = LedgerReading.read(new AdminClient(node.adminAddress()));
        assertEquals(DELIVERED + DROPPED, ledger.received());
        final String after = lastOf(CommandRun.of("top", "--json", "--node", address, "--count", "2").out().lines());
        assertEquals(ledger, LedgerReading.of(Json.parse(after.getBytes()).path("ledger")));

        final String text = CommandRun.of("top", "--node", address).out();
        assertTrue(text.contains(
            "\nbalanced: received 3,700 + injected 0 = delivered 3,000 + dropped 700 + held 0\n"), text);
        assertTrue(text.contains("\n  DELIVERED_REQUEST                      3,000        -/s\n"), text);
        assertTrue(text.contains("\n  QPN_UNALLOCATED                          700        -/s\n"), text);
        assertTrue(text.contains(" status: expected LIVE, was UNALLOCATED\n"), text);
        assertFalse(text.contains("?"), text);
        assertTrue(text.contains("TABLE two-level: 1 live, 0 quarantined of 16,777,198;"), text);
        run(List.of("qp", "destroy", "--node", address, String.valueOf(qpn)));
        // The first snapshot may be of the moment before.
        final String later = CommandRun.of("top", "--node", address, "--count", "2").out();
        assertTrue(later.contains(": 1 held; next 0x%06x in ".formatted(qpn)), later);
    }

    @Test
    void shouldShowItOnATerminal() throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 30, 100, Map.of(), "top", "--node", address))
        {
            terminal.awaitRow("balanced: received 0 ");
            final int qpn = traffic();
            terminal.awaitRow(
                "balanced: received 3,700 + injected 0 = delivered 3,000 + dropped 700 + held 0");
            terminal.type("f");
            terminal.awaitRow("  DELIVERED_REQUEST                      3,000        0/s");
            terminal.type("l");
            // Its peer is another of the same node.
            terminal.awaitRow("0x%06x RC   RTR       1  3000     0       0 127.0.0.1 0x000033".formatted(qpn));
            terminal.type("q");
            assertEquals(0, terminal.awaitExit());
        }
    }

    /** Answers the number of the queue pair that has got what was delivered. */
    private int traffic() throws IOException
    {
        final int qpn = CommandRun.of("qp", "create", "--json", "--node", address)
            .json().path("qps").path(0).path("qpn").asInt();
        final List<String> toInit = new ArrayList<>(List.of("qp", "modify", "--node", address, String.valueOf(qpn)));
        toInit.addAll(List.of("--state", "INIT", "--pkey-index", "0", "--port-num", "1", "--qp-access-flags", "none"));
        run(toInit);
        run(List.of("qp", "modify", "--node", address, String.valueOf(qpn), "--state", "RTR", "--dgid", "127.0.0.1",
            "--sgid-index", "0", "--path-mtu", "1024", "--dest-qp-num", "0x33", "--rq-psn", "0",
            "--max-dest-rd-atomic", "16", "--min-rnr-timer", "12"));
        send(qpn, DELIVERED);
        send(qpn + 1, DROPPED);
        return qpn;
    }

    private void send(final int qpn, final int count)
    {
        run(List.of("send", "--to", Addresses.format(node.udpAddress()), "--node", address, "--opcode",
            "RC_SEND_ONLY", "--dest-qp", String.valueOf(qpn), "--psn", "0", "--count", String.valueOf(count), "--rate",
            "5000/s"));
    }

    private static String lastOf(final Stream<String> lines)
    {
        return lines.reduce((one, next) -> next).orElseThrow();
    }

    private static void run(final List<String> args)
    {
        final CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertEquals(0, run.status(), run.err());
    }
}
