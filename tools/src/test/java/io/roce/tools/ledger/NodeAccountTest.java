package io.roce.tools.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.tools.admin.FakeNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code send} and {@code replay} say when the node does not tell what became of the packets. */
@Timeout(60)
class NodeAccountTest
{
    private static final String RPING =
        Path.of(System.getProperty("roce.root"), "captures", "rping_v4.pcap").toString();

    private FakeNode node;

    @BeforeEach
    void open() throws IOException
    {
        node = new FakeNode("127.40.0.9");
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @ParameterizedTest
    @CsvSource({"send, 401", "send, 503", "replay, 401", "replay, 503"})
    void shouldFailWhenTheNodeRefuses(final String command, final int status)
    {
        node.instead(request -> new FakeNode.Answer(status, "{\"message\":\"Not now.\"}"));

        final CommandRun run = run(command);

        assertEquals(1, run.status());
        assertTrue(run.err().startsWith("roce: http://" + node.address() + ": Not now"), run.err());
        assertEquals("", run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"send", "replay"})
    void shouldFailWhenWhatListensIsNoNode(final String command)
    {
        node.instead(request -> new FakeNode.Answer(503, "<html>"));

        assertEquals(3, run(command).status());
    }

    @ParameterizedTest
    @CsvSource({"send, 1 packet was sent", "replay, 41 packets were sent"})
    void shouldFailWhenTheNodeIsGoneAtTheSecondReading(final String command, final String said)
    {
        node.instead(request ->
        {
            if (node.requests().stream().filter("GET /v1/ledger"::equals).count() > 1)
            {
                throw new IllegalStateException("the connection ends here");
            }
            return null;
        });

        final CommandRun run = run(command);

        assertEquals(3, run.status());
        assertTrue(run.err().startsWith("roce: " + said + ", and then no node answers at http://"), run.err());
    }

    @Test
    void shouldSendWhereNobodyListens()
    {
        final String nowhere = node.address();
        node.close();

        final CommandRun run = CommandRun.of(
            "send", "--to", nowhere, "--opcode", "CNP", "--dest-qp", "0x11", "--psn", "0");

        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("what became of them is not known: no node answers at http://"), run.out());
    }

    private CommandRun run(final String command)
    {
        final List<String> arguments = new ArrayList<>(List.of(command, "--to", node.address()));
        arguments.addAll("send".equals(command) ?
            Arrays.asList("--opcode", "CNP", "--dest-qp", "0x11", "--psn", "0") : Arrays.asList(RPING, "--fast"));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
