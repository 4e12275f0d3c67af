package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many packets with a system call: none is lost, none overtakes, and what is refused is told. */
class SendManyTest
{
    private static final int MANY = 3_000;
    private static final String SHORT = "04".repeat(16);

    @ParameterizedTest
    @CsvSource({"127.50.0.90, 1000000000/s", "127.50.0.91, 50000/s", "::1, 1000000000/s"})
    void shouldSendEveryPacketInOrder(final String host, final String rate) throws IOException
    {
        try (ReceivedPackets receiver = new ReceivedPackets(host))
        {
            final CommandRun run = CommandRun.of(
                "send", "--to", receiver.address(), "--node", "none", "--opcode", "RC_SEND_ONLY", "--dest-qp", "0x12",
                "--psn", "0.." + (MANY - 1), "--payload-size", "192", "--rate", rate, "--json");

            assertEquals(0, run.status(), run.err());
            assertEquals(MANY, run.json().path("sent").asInt());
            final List<byte[]> packets = receiver.take(MANY);
            for (int i = 0; i < MANY; i++)
            {
                final byte[] packet = packets.get(i);
                assertEquals(12 + 192 + 4, packet.length);
                assertEquals(i, (packet[10] & 0xFF) << 8 | packet[11] & 0xFF);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.50.0.92", "::1"})
    void shouldSendEmptyDatagramsToo(final String host) throws IOException
    {
        try (ReceivedPackets receiver = new ReceivedPackets(host))
        {
            final CommandRun run = CommandRun.of(
                "send", "--to", receiver.address(), "--node", "none", "--opcode", "CNP", "--dest-qp", "2", "--psn",
                "0", "--count", "200", "--truncate", "0");

            assertEquals(0, run.status(), run.err());
            receiver.take(200).forEach(packet -> assertEquals(0, packet.length));
        }
    }

    /** The loopback interface carries 65,536 bytes: 40 and 8 of them are IPv6 and UDP headers. */
    @Test
    void shouldSendWhatStandsAroundARefusedOneAndTellOfIt() throws IOException
    {
        try (ReceivedPackets receiver = new ReceivedPackets("::1"))
        {
            final String[] lines = {SHORT, SHORT + "00".repeat(65_473), SHORT + "00", SHORT + "00".repeat(65_490)};
            final JsonNode json = hex(1, receiver.address(), lines, "--json").json();

            assertEquals(2, json.path("sent").asInt());
            assertEquals(2, json.path("refused").asInt());
            assertEquals(2, json.path("refused_by_reason").path("too_long").asInt());
            final String because = json.path("refused_because").asText();
            assertTrue(because.startsWith("a datagram of 65489 bytes cannot be sent to [::1]:"), because);
            final List<byte[]> packets = receiver.take(2);
            assertEquals(List.of(16, 17), packets.stream().map(packet -> packet.length).toList());

            final String text = hex(1, receiver.address(), lines, "--rate", "1000/s").out();
            assertTrue(text.contains("the system refused 2 more: a datagram of 65489 bytes cannot be sent"), text);
        }
    }

    @Test
    void shouldRefuseAPacketThatIsLongerThanAnyDatagram() throws IOException
    {
        final CommandRun run = hex(2, "127.50.0.93", new String[]{"00".repeat(70_000)});

        assertTrue(run.err().contains("70000"), run.err());
    }

    @Test
    void shouldFailWhereNothingCouldBeSent()
    {
        final CommandRun run = CommandRun.of(
            "send", "--to", "127.255.255.255", "--node", "none", "--opcode", "CNP", "--dest-qp", "2", "--psn", "0",
            "--count", "100");

        assertEquals(1, run.status(), run.err());
        assertEquals(
            "roce: a datagram of 32 bytes cannot be sent to 127.255.255.255:4791: the system does not permit it",
            run.err().strip());
    }

    @Test
    void shouldAccountForAllThatATinyBufferCouldNotHold() throws IOException
    {
        try (NicNode node = NicNode.open(
            new NicNodeConfig().bind(new InetSocketAddress("127.50.0.94", 0)).receiveBufferBytes(1)))
        {
            final CommandRun run = CommandRun.of(
                "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
                "--opcode", "RC_SEND_ONLY", "--dest-qp", "0x55", "--psn", "0", "--count", "20000", "--json");

            final JsonNode ledger = run.json().path("ledger_difference");
            assertEquals(20_000, run.json().path("sent").asInt());
            assertEquals(20_000, ledger.path("received").asInt() + ledger.path("kernel_drops").asInt(), run.out());
            assertEquals(ledger.path("kernel_drops").asInt() == 0 ? 0 : 1, run.status(), run.err());
        }
    }

    private static CommandRun hex(final int status, final String to, final String[] lines, final String... more)
    {
        final InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        try
        {
            final String[] args = new String[7 + more.length];
            System.arraycopy(new String[]{"send", "--to", to, "--node", "none", "--hex", "-"}, 0, args, 0, 7);
            System.arraycopy(more, 0, args, 7, more.length);
            final CommandRun run = CommandRun.of(args);
            assertEquals(status, run.status(), run.err());
            return run;
        }
        finally
        {
            System.setIn(before);
        }
    }
}
