package io.roce.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest
{
    @TempDir
    private Path parent;

    @Test
    void shouldMakeAFolderWithAllFiles() throws IOException
    {
        final Path folder = parent.resolve("new");
        try (OutputFolder output = OutputFolder.open(folder))
        {
            output.put("a.csv", "1\n");
            output.put("b.svg", "ü");
            assertFalse(Files.exists(folder));
            output.commit();
        }
        assertEquals(List.of("a.csv", "b.svg"), names(folder));
        assertEquals("ü", Files.readString(folder.resolve("b.svg")));
        assertEquals(List.of("new"), names(parent));
    }

    @Test
    void shouldTakeAFolderThatIsEmpty() throws IOException
    {
        try (OutputFolder output = OutputFolder.open(parent))
        {
            output.put("a.csv", "1\n");
            output.commit();
        }
        assertEquals(List.of("a.csv"), names(parent));
    }

    @Test
    void shouldLeaveNothingUnlessAllIsDone() throws IOException
    {
        try (OutputFolder output = OutputFolder.open(parent.resolve("new")))
        {
            output.put("a.csv", "1\n");
        }
        assertEquals(List.of(), names(parent));
    }

    @Test
    void shouldLeaveNothingWhenAFileCannotBeWritten() throws IOException
    {
        final OutputFolder output = OutputFolder.open(parent.resolve("new"));
        output.put("a.csv", "1\n");
        output.put("no/such/folder.csv", "1\n");
        assertThrows(CommandFailedException.class, output::commit);
        output.close();
        assertEquals(List.of(), names(parent));
    }

    @Test
    void shouldRefuseWhatIsThere() throws IOException
    {
        Files.writeString(parent.resolve("file"), "mine");
        refuse(parent, " is not empty: what is written goes into a folder that is new or empty");
        refuse(parent.resolve("file"), " is there already, and is no folder");
        refuse(parent.resolve("none/new"), " cannot be written: no such folder: " + parent.resolve("none"));
        assertEquals(List.of("file"), names(parent));
        assertEquals("mine", Files.readString(parent.resolve("file")));
    }

    private static void refuse(final Path folder, final String sentence)
    {
        final CommandFailedException refusal =
            assertThrows(CommandFailedException.class, () -> OutputFolder.open(folder));
        assertEquals(folder + sentence, refusal.getMessage());
        assertTrue(refusal.getMessage().length() < 300);
    }

    private static List<String> names(final Path folder) throws IOException
    {
        try (Stream<Path> files = Files.list(folder))
        {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
