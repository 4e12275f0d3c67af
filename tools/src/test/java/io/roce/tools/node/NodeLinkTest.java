package io.roce.tools.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.RoceProcess;
import io.roce.wire.Skip;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Link mmsg where the machine or the JVM is short of what it takes. */
@Timeout(120)
final class NodeLinkTest
{
    private static final List<String> WITHOUT_JNA = List.of("-Djna.nosys=true", "-Djna.noclasspath=true");

    @TempDir
    Path folder;

    @BeforeEach
    void requireLinux()
    {
        Skip.unless(
            System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").endsWith("64"),
            "link mmsg takes 64-bit Linux");
    }

    @Test
    void shouldTakeAnotherLinkWithoutJnaAndSayWhy() throws IOException, InterruptedException
    {
        try (RoceProcess node = new RoceProcess(
            folder, WITHOUT_JNA, "node", "--bind", "127.40.1.10:0", "--until-stdin-closes"))
        {
            assertTrue(node.awaitLine("ready ").endsWith(" link=epoll"));
            node.process().getOutputStream().close();
            assertEquals(0, node.awaitExit());

            final List<String> said = node.err().lines().filter(line -> line.contains("mmsg")).toList();
            assertEquals(1, said.size(), node::err);
            assertTrue(
                said.get(0).startsWith(
                    "notice: link epoll takes the place of mmsg, which is not available here: ") &&
                    said.get(0).contains("JNA"),
                node::err);
        }
    }

    @Test
    void shouldRefuseLinkMmsgWithoutJna() throws IOException, InterruptedException
    {
        try (RoceProcess node = new RoceProcess(
            folder, WITHOUT_JNA, "node", "--bind", "127.40.1.11:0", "--link", "mmsg"))
        {
            assertEquals(2, node.awaitExit());
            final List<String> said = node.err().lines().toList();
            assertTrue(
                said.get(0).startsWith("roce: link mmsg is not available on this machine: ") &&
                    said.get(0).contains("JNA"),
                node::err);
            assertEquals(2, said.size(), node::err);
        }
    }

    /** Their sockets take turns at the memory that datagrams are received into. */
    @Test
    void shouldServeAsManyAddressesAsThereMayBeWithASmallHeap() throws IOException, InterruptedException
    {
        final String[] ports = IntStream.range(0, 4)
            .mapToObj(port -> IntStream.rangeClosed(1, 16)
                .mapToObj(index -> "127.40.7." + (16 * port + index) + ":0")
                .collect(Collectors.joining(",", "--bind=", "")))
            .toArray(String[]::new);
        try (RoceProcess node = new RoceProcess(
            folder,
            List.of("-Xmx64m"),
            "node", "--link", "mmsg", "--until-stdin-closes", ports[0], ports[1], ports[2], ports[3]))
        {
            assertEquals(64, node.awaitLine("ready ").split(" admin=")[0].split(",").length);
            node.process().getOutputStream().close();
            assertEquals(0, node.awaitExit());
        }
    }
}
