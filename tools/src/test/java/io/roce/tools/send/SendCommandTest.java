package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;
import io.roce.wire.packet.PacketField;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendCommandTest
{
    private static final String[] SEND =
    {
        "send", "--to", "127.50.0.8", "--from", "127.0.0.1:5000", "--opcode", "RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE",
        "--dest-qp", "0x12", "--psn", "0x123456", "--dry-run", "--json"
    };

    @Test
    void shouldCraftThePacketThatTheOptionsDescribe() throws IOException
    {
        final CommandRun run = run(
            "--virtual-address", "0x0102030405060708", "--r-key", "0x99aabbcc", "--dma-length", "5",
            "--immediate-data", "7", "--solicited-event", "--payload-text", "hello");

        assertEquals(0, run.status(), run.err());
        assertEquals(
            "0bb0ffff0000001200123456" + "010203040506070899aabbcc00000005" + "00000007" + "68656c6c6f000000" +
                "4cf31ab4",
            run.json().path("hex").asText(), "ICRC by the lab's roce_pcap.py");
    }

    @Test
    void shouldTakeEveryPayloadAndEveryIcrc() throws IOException
    {
        assertTrue(run("--payload", "0xAABB cc", "--icrc", "0x11223344").json().path("hex").asText()
            .endsWith("aabbcc0011223344"));
        assertTrue(run("--payload-size", "5", "--icrc", "0").json().path("hex").asText()
            .endsWith("000102030400000000000000"));
        assertEquals(8, run("--truncate", "8").json().path("length").asInt());
    }

    @Test
    void shouldHaveAnOptionForEveryField()
    {
        for (final PacketField field : PacketField.values())
        {
            final String option = "--" + field.option();
            if (!List.of("--dest-qp", "--psn").contains(option))
            {
                assertEquals(0, run(option, "1").status(), option);
                if (field.width() < Long.SIZE)
                {
                    assertEquals(2, run(option, "0x" + Long.toHexString(field.maxValue() + 1)).status(), option);
                }
            }
        }
        assertEquals(0, run("--virtual-address", "0xffffffffffffffff").status());
        assertEquals(2, run("--virtual-address", "0x10000000000000000").status());
        assertEquals(2, run("--virtual-address", "-1").status());
    }

    @ParameterizedTest
    @CsvSource({
        "--dest-qp, 0x1000000",
        "--psn, 16777216",
        "--opcode, RC_SENT_ONLY",
        "--opcode, 256",
        "--count, 0",
        "--rate, 0/s",
        "--icrc, wrong",
        "--payload, abc",
        "--payload-size, 65536",
        "--truncate, -1",
        "--to, example.org",
        "--to, 127.60.0.1:0",
        "--node, 127.60.0.1:0",
        "--from, 0.0.0.0",
        "--expect, QPN_UNKNOWN",
    })
    void shouldRefuseWhatIsNoPacket(final String option, final String value)
    {
        final List<String> arguments = new ArrayList<>(List.of(SEND));
        final int at = arguments.indexOf(option);
        if (at >= 0)
        {
            arguments.set(at + 1, value);
        }
        else
        {
            arguments.addAll(List.of(option, value));
        }

        final CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains(value), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldRefuseAPayloadThatFitsInNoDatagram()
    {
        final CommandRun run = run("--payload-size", "65500");

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("payload must be 0 to "), run.err());
    }

    @Test
    void shouldTruncateToNoMoreThanThePacketHas() throws IOException
    {
        assertEquals(32, run("--truncate", "32").json().path("length").asInt(), "BTH 12, RETH 16, ImmDt 4, no ICRC");

        final CommandRun run = run("--truncate", "37");

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().startsWith("roce: --truncate 37: the whole packet has 36 bytes"), run.err());
    }

    @Test
    void shouldNeedOneIpVersionOnBothSides()
    {
        final CommandRun run = CommandRun.of(
            "send", "--to", "127.50.0.8", "--from", "::1", "--opcode", "CNP", "--dest-qp", "2", "--psn", "0",
            "--dry-run");

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("not of the same IP version"), run.err());
    }

    @Test
    void shouldHoldTheNodeToTheExpectedFate() throws IOException
    {
        try (NicNode node = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("127.50.0.9", 0))))
        {
            final String[] args =
            {
                "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
                "--opcode", "RC_SEND_ONLY", "--dest-qp", "0x55", "--psn", "1", "--count", "3", "--json", "--expect", ""
            };
            args[args.length - 1] = "QPN_UNALLOCATED";
            final CommandRun met = CommandRun.of(args);
            assertEquals(0, met.status(), met.err());
            assertTrue(met.json().path("as_expected").asBoolean(), met.out());

            args[args.length - 1] = "QPN_QUARANTINED";
            final CommandRun unmet = CommandRun.of(args);
            assertEquals(1, unmet.status(), unmet.err());
            assertFalse(unmet.json().path("as_expected").asBoolean(true), unmet.out());
        }
    }

    @Test
    void shouldNeedANodeWhereAFateIsExpected()
    {
        assertEquals(2, run("--expect", "CNP_RECEIVED").status(), "a dry run asks nobody");
        assertEquals(3, CommandRun.of(
            "send", "--to", "127.50.0.10:4999", "--opcode", "4", "--dest-qp", "2", "--psn", "0", "--expect",
            "CNP_RECEIVED").status());
    }

    @ParameterizedTest
    @CsvSource({
        "QPN_UNALOCATED, QPN_UNALLOCATED", "quarantined, QPN_QUARANTINED", "qp-state-rts, QP_STATE_RTR",
        "DELIVERED, 'DELIVERED_REQUEST, DELIVERED_RESPONSE'"})
    void shouldNameTheFatesThatMayBeMeant(final String typed, final String meant)
    {
        final CommandRun run = run("--expect", typed);

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("'" + typed + "' is no fate: it has no name such as " + meant), run.err());
        assertFalse(run.err().contains("INTERNAL_ERROR"), run.err());
    }

    private static CommandRun run(final String... more)
    {
        final List<String> arguments = new ArrayList<>(Arrays.asList(SEND));
        arguments.addAll(Arrays.asList(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
