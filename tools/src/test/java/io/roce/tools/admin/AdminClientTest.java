package io.roce.tools.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class AdminClientTest
{
    private static final String ADDRESS = "127.40.0.1";

    @Test
    void shouldSayThatNoNodeAnswers() throws IOException
    {
        final String closed;
        try (ServerSocket socket = listen())
        {
            closed = ADDRESS + ':' + socket.getLocalPort();
        }
        final CommandRun run = CommandRun.of("qp", "list", "--node", closed);
        assertEquals(3, run.status());
        assertEquals("", run.out());
        assertEquals("roce: no node answers at http://" + closed + ": connection refused", run.err().trim());
    }

    @Test
    void shouldGiveUpOnANodeThatTakesTheConnectionAndSaysNothing() throws IOException
    {
        try (ServerSocket socket = listen())
        {
            final String silent = ADDRESS + ':' + socket.getLocalPort();
            final CommandRun run = CommandRun.of("qp", "show", "--node", silent, "0x11");
            assertEquals(3, run.status());
            assertEquals("roce: no node answers at http://" + silent + ": no answer within 5 s", run.err().trim());
        }
    }

    @Test
    void shouldNotTakeSomethingElseForANode() throws IOException, InterruptedException
    {
        try (ServerSocket socket = listen())
        {
            final Thread server = new Thread(() -> answerOnce(socket, "SSH-2.0-Other\r\n"));
            server.start();
            final CommandRun run =
                CommandRun.of("qp", "show", "--node", ADDRESS + ':' + socket.getLocalPort(), "0x11");
            server.join();
            assertEquals(3, run.status());
            assertTrue(run.err().startsWith("roce: no node answers at http://"), run.err());
            assertEquals(1, run.err().lines().count(), run.err());
        }
        try (FakeNode web = new FakeNode(ADDRESS))
        {
            web.instead(request -> new FakeNode.Answer(200, "<html>"));
            final CommandRun run = CommandRun.of("qp", "show", "--node", web.address(), "0x11");
            assertEquals(3, run.status());
            assertEquals(
                "roce: what answers at http://" + web.address() + " is not a node: HTTP status 200 and no JSON object",
                run.err().trim());
        }
    }

    @Test
    void shouldSayThatANodeHungUp() throws IOException
    {
        try (FakeNode node = new FakeNode(ADDRESS))
        {
            node.instead(request ->
            {
                throw new IllegalStateException("the connection ends here");
            });

            final CommandRun run = CommandRun.of("qp", "show", "--node", node.address(), "0x11");

            assertEquals(3, run.status());
            assertEquals(
                "roce: no node answers at http://" + node.address() +
                    ": it closed the connection before it had answered",
                run.err().trim());
        }
    }

    @Test
    void shouldTakeNoTokenThatAHeaderCannotCarry()
    {
        final CommandRun run = CommandRun.of("qp", "list", "--node", ADDRESS, "--token", "ses\u00e1mo");

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '--token'"), run.err());
        assertEquals("s3cret", AdminClient.environmentToken("s3cret"));
        assertNull(AdminClient.environmentToken(" "));
        assertThrows(CommandFailedException.class, () -> AdminClient.environmentToken("two words"));
    }

    @Test
    void shouldCarryTheToken() throws IOException
    {
        try (FakeNode node = new FakeNode(ADDRESS))
        {
            CommandRun.of("qp", "list", "--node", node.address(), "--token", "s3cret");
            CommandRun.of("stats", "--node", node.address(), "--token", "s3cret");
            assertEquals(5, node.authorizations().size());
            node.authorizations().forEach(value -> assertEquals("Bearer s3cret", value));
        }
    }

    @Test
    void shouldSayHowToGiveATokenWhenTheNodeAsksForOne() throws IOException
    {
        try (FakeNode node = new FakeNode(ADDRESS))
        {
            node.instead(request ->
                new FakeNode.Answer(401, "{\"code\":\"UNAUTHORIZED\",\"message\":\"A token is needed.\"}"));
            final CommandRun run = CommandRun.of("qp", "list", "--node", node.address());
            assertEquals(1, run.status());
            assertEquals(
                "roce: http://" + node.address() +
                    ": A token is needed (--token or the environment variable ROCE_TOKEN gives it)",
                run.err().trim());
        }
    }

    private static ServerSocket listen() throws IOException
    {
        final ServerSocket socket = new ServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(ADDRESS), 0));
        return socket;
    }

    private static void answerOnce(final ServerSocket server, final String text)
    {
        try (Socket socket = server.accept())
        {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }
        catch (final IOException e)
        {
            throw new IllegalStateException(e);
        }
    }
}
