package io.roce.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CProgramsTest
{
    private static final String PATH = System.getenv("PATH");
    private static final long PATIENCE_S = 20;

    @ParameterizedTest
    @EnumSource
    void shouldSayThatThereIsNoCompiler(final CProgram program, @TempDir final Path empty) throws IOException
    {
        try (CPrograms programs = new CPrograms(null, empty.toString()))
        {
            assertEquals(
                "no C compiler is found (cc, gcc, clang; Debian: apt-get install gcc libc6-dev): nothing is compared " +
                    "with C",
                programs.absence(program));
            assertEquals(Set.of(), programs.libraries());
        }
    }

    @Test
    void shouldSayThatALibraryIsMissing(@TempDir final Path folder) throws IOException
    {
        // A compiler that finds nothing.
        final Path failing = Files.writeString(folder.resolve("cc"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(failing, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (CPrograms programs = new CPrograms(null, folder.toString()))
        {
            assertEquals(
                "ISA-L is not installed (Debian: apt-get install libisal-dev): nothing is compared with receive.c",
                programs.absence(CProgram.RECEIVE));
            assertEquals(
                "none of the libraries is installed that icrc.c compares", programs.absence(CProgram.ICRC));
            assertNull(programs.absence(CProgram.PINGPONG));
            final CommandFailedException failure = assertThrows(
                CommandFailedException.class, () -> programs.built(CProgram.PINGPONG));
            assertTrue(failure.getMessage().startsWith(failing + " does not compile pingpong.c"), failure.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBuildAProgramThatRefusesWrongArguments(final CProgram program) throws Exception
    {
        final Path file;
        try (CPrograms programs = new CPrograms(null, PATH))
        {
            assumeTrue(programs.absence(program) == null, "this machine lacks what " + program + " needs");
            file = programs.built(program);
            if (program != CProgram.ICRC)
            {
                assertEquals(2, new ProcessBuilder(file.toString(), "nonsense").start().waitFor());
            }
        }
        assertFalse(Files.exists(file), "what was built is left behind");
        assertFalse(Files.exists(file.getParent()), "the folder is left behind");
    }

    @Test
    void shouldSendToLoopbackAlone() throws Exception
    {
        try (CPrograms programs = new CPrograms(null, PATH))
        {
            assumeTrue(programs.absence(CProgram.FLOOD) == null, "there is no C compiler");
            try (CRun run = CRun.start(
                programs.built(CProgram.FLOOD), List.of(), "192.0.2.1", 4791, "127.0.0.1", 64, 64, "s", 0, 1, 1, 0))
            {
                final CommandFailedException failure = assertThrows(
                    CommandFailedException.class, () -> run.awaitFigures(PATIENCE_S));
                assertEquals("flood.c: not a loopback address: 192.0.2.1", failure.getMessage());
            }
        }
    }

    @Test
    void shouldReadFiguresByTheirNames()
    {
        assertEquals(
            Map.of("sent", 64.0, "ns", 1.5), CRun.figures("flood", "sent=64 ns=1.5 "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "perror: no", "sent=", "sent=x", "=1 y"})
    void shouldTellWhatAProgramSaysInPlaceOfFigures(final String line)
    {
        final CommandFailedException failure = assertThrows(
            CommandFailedException.class, () -> CRun.figures("flood", line));
        assertNotNull(failure.getMessage());
        assertEquals("flood.c: " + line, failure.getMessage());
    }
}
