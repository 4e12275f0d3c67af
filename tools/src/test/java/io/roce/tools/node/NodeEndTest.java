package io.roce.tools.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.RoceProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class NodeEndTest
{
    @Test
    void shouldEndWithItsStandardInputWhenToldTo(@TempDir final Path folder) throws IOException, InterruptedException
    {
        try (RoceProcess node = new RoceProcess(folder, "node", "--bind", "127.40.1.8:0", "--until-stdin-closes"))
        {
            node.awaitLine("ready ");
            node.process().getOutputStream().write("anything\n".getBytes());
            node.process().getOutputStream().flush();
            assertTrue(node.process().isAlive());

            node.process().getOutputStream().close();

            assertEquals(0, node.awaitExit());
            assertEquals("", node.err().replaceAll("notice: .*\\R", ""));
        }
    }

    @Test
    void shouldNotCareForItsStandardInputOtherwise(@TempDir final Path folder) throws IOException, InterruptedException
    {
        try (RoceProcess node = new RoceProcess(folder, "node", "--bind", "127.40.1.9:0"))
        {
            node.process().getOutputStream().close();
            node.awaitLine("ready ");

            assertTrue(!node.process().waitFor(500, TimeUnit.MILLISECONDS), "it serves on");
            node.signal("TERM");
            assertEquals(0, node.awaitExit());
        }
    }
}
