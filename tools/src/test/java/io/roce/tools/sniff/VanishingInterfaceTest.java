package io.roce.tools.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.RoceProcess;
import io.roce.tools.VethPair;
import io.roce.tools.cli.Json;
import io.roce.wire.capture.RawFrames;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures of an interface that goes down, vanishes, and comes back. */
class VanishingInterfaceTest
{
    private static final String ADMIN = "127.0.9.44";

    @TempDir
    private Path folder;

    @BeforeEach
    void requireLivePackets()
    {
        RawFrames.require();
    }

    @Test
    void shouldEndSniffWithASentence() throws Exception
    {
        try (
            VethPair pair = VethPair.open();
            RoceProcess sniff = start(pair.here(), "sniff", "sniff", VethPair.INTERFACE))
        {
            sniff.awaitErr("ready interface=" + VethPair.INTERFACE + " link_type=ETHERNET held=");
            send(pair, 2);
            sniff.awaitLine("     2 ");
            pair.ip("link", "set", "down", "dev");
            pair.ip("link", "set", "up", "dev");
            send(pair, 1);
            sniff.awaitLine("     3 ");
            pair.disconnect();

            final List<String> rest = sniff.rest();
            assertEquals(1, sniff.awaitExit());
            assertTrue(rest.contains("kernel: DELIVERED 3"), rest::toString);
            assertTrue(sniff.err().endsWith("\nroce: the capture of " + VethPair.INTERFACE +
                " has ended: The interface disappeared\n"), sniff.err());
        }
    }

    @Test
    void shouldOpenTheCaptureOfANodeAgain() throws Exception
    {
        try (
            VethPair pair = VethPair.open();
            RoceProcess node = start(pair.here(), "node", "node", "--bind", VethPair.HERE, "--admin", ADMIN,
                "--ingress", VethPair.INTERFACE))
        {
            node.awaitLine("ready udp=" + VethPair.HERE + ":4791 ");
            send(pair, 2);
            awaitLedger(pair, ledger -> ledger.get("received").intValue() == 2);

            pair.disconnect();
            final JsonNode gone =
                awaitLedger(pair, ledger -> ledger.get("ingress").get("interruptions").intValue() == 1);
            assertEquals("the capture of " + VethPair.INTERFACE + " has ended: The interface disappeared",
                gone.get("ingress").get("interruption").textValue());

            pair.connect();
            awaitLedger(pair, ledger -> ledger.get("ingress").get("interruption").isNull());
            send(pair, 3);
            final JsonNode back = awaitLedger(pair, ledger -> ledger.get("received").intValue() == 5);
            assertEquals(5, back.get("ingress").get("verdicts").get("DELIVERED").intValue());
            assertTrue(node.err().contains(
                "the capture of " + VethPair.INTERFACE + " has been opened again"), node.err());

            node.signal("TERM");
            assertEquals(0, node.awaitExit());
        }
    }

    /** Java knows of no interface that has no address. */
    @Test
    void shouldKnowAnInterfaceWithoutAnAddress() throws Exception
    {
        try (VethPair pair = VethPair.open())
        {
            pair.ip("addr", "flush", "dev");
            try (RoceProcess node =
                start(pair.here(), "node", "node", "--bind", ADMIN, "--ingress", VethPair.INTERFACE))
            {
                assertEquals(List.of(), node.rest());
                assertEquals(2, node.awaitExit());
                assertTrue(
                    node.err().startsWith("roce: " + ADMIN + " is no address of " + VethPair.INTERFACE + ", so "),
                    node.err());
            }
            try (RoceProcess sniff = start(pair.here(), "sniff", "sniff", "nowhere0"))
            {
                assertEquals(1, sniff.awaitExit());
                assertEquals(
                    "roce: there is no interface nowhere0; there are lo, " + VethPair.INTERFACE, sniff.err().trim());
            }
        }
    }

    private RoceProcess start(final List<String> runner, final String name, final String... args) throws IOException
    {
        return new RoceProcess(runner, Files.createDirectories(folder.resolve(name)), List.of(), args);
    }

    private void send(final VethPair pair, final int count) throws Exception
    {
        try (RoceProcess send = start(pair.peer(), "send", "send", "--from", VethPair.PEER, "--to", VethPair.HERE,
            "--node", "none", "--opcode", "RC_SEND_ONLY", "--dest-qp", "0x11", "--psn", "5", "--payload-size", "4",
            "--count", String.valueOf(count)))
        {
            assertEquals(0, send.awaitExit(), send.err());
        }
    }

    private JsonNode awaitLedger(final VethPair pair, final Predicate<JsonNode> condition) throws Exception
    {
        final long startNs = System.nanoTime();
        while (true)
        {
            final JsonNode ledger = ledger(pair);
            if (ledger != null && condition.test(ledger))
            {
                return ledger;
            }
            assertTrue(
                System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(120), () -> "nothing changes: " + ledger);
        }
    }

    /** Null when there was no answer in time. */
    private JsonNode ledger(final VethPair pair) throws Exception
    {
        try (RoceProcess stats = start(pair.here(), "stats", "stats", "--node", ADMIN, "--json"))
        {
            final String said = String.join("\n", stats.rest());
            return stats.awaitExit() == 3 ? null :
                Json.parse(said.getBytes(StandardCharsets.UTF_8)).findValue("ledger");
        }
    }
}
