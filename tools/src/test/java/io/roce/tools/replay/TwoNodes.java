package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.tools.ledger.LedgerReading;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Two nodes that stand for the two machines of the recordings. */
final class TwoNodes implements AutoCloseable
{
    static final Path CAPTURES = Path.of(System.getProperty("roce.root"), "captures");

    private final NicNode client;
    private final NicNode server;

    TwoNodes() throws IOException
    {
        this("127.40.4.", 0);
    }

    /**
     * Opens them.
     *
     * @param network what their addresses begin with.
     * @param port    for data; 0 for any.
     */
    TwoNodes(final String network, final int port) throws IOException
    {
        client = open(new InetSocketAddress(network + 2, port));
        server = open(new InetSocketAddress(network + 3, port));
    }

    NicNode client()
    {
        return client;
    }

    NicNode server()
    {
        return server;
    }

    /** Both sides of a recording, and further options. */
    String[] replay(final Path file, final String... more)
    {
        final List<String> arguments = new ArrayList<>(List.of("replay", file.toString()));
        for (final String prefix : List.of("10.91.0.", "fd91::"))
        {
            arguments.addAll(
                List.of("--map", prefix + "2=" + address(client), "--map", prefix + "3=" + address(server)));
        }
        arguments.addAll(Arrays.asList(more));
        return arguments.toArray(String[]::new);
    }

    CommandRun run(final String recording, final String... more)
    {
        return CommandRun.of(replay(CAPTURES.resolve(recording), more));
    }

    /** A node's data and admin address, as {@code --map} takes them. */
    static String address(final NicNode node)
    {
        return Addresses.format(node.udpAddress()) + '@' + Addresses.format(node.adminAddress());
    }

    static LedgerReading ledger(final NicNode node)
    {
        return LedgerReading.read(new AdminClient(node.adminAddress()));
    }

    /** Nothing that a command made is left, and every datagram has its fate. */
    void assertClean()
    {
        for (final NicNode node : List.of(client, server))
        {
            assertEquals(
                "[]", new AdminClient(node.adminAddress()).request("GET", "/v1/qps", null).path("qps").toString());
            assertTrue(ledger(node).isBalanced(), ledger(node).equation());
        }
    }

    @Override
    public void close()
    {
        client.close();
        server.close();
    }

    private static NicNode open(final InetSocketAddress data) throws IOException
    {
        return NicNode.open(new NicNodeConfig().bind(data).admin(new InetSocketAddress(data.getAddress(), 0)));
    }
}
