package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;

import org.junit.jupiter.api.Test;

final class FailuresTest
{
    private final StringWriter err = new StringWriter();

    private int report(final boolean isDebug, final Throwable failure)
    {
        return new Failures(isDebug).report(failure, new PrintWriter(err));
    }

    @Test
    void shouldSayOneSentenceForWhatNobodyExpected()
    {
        assertEquals(1, report(false, new StackOverflowError()));
        assertEquals(
            "roce: unexpected failure: java.lang.StackOverflowError (ROCE_DEBUG=1 in the environment shows where)",
            err.toString().trim());
    }

    @Test
    void shouldShowWhereWhenAskedTo()
    {
        assertEquals(1, report(true, new IllegalStateException("odd")));
        assertTrue(err.toString().contains("\tat " + FailuresTest.class.getName()), err.toString());
    }

    @Test
    void shouldSayWhatFailedOnClosingToo()
    {
        final NodeUnreachableException failure = new NodeUnreachableException("no node answers", null);
        failure.addSuppressed(new CommandFailedException("one is left"));

        assertEquals(3, report(false, failure));
        assertEquals("roce: no node answers\nroce: one is left", err.toString().trim());
    }

    @Test
    void shouldPassOnWhatAFileIsAccusedOf()
    {
        assertEquals(1, report(false, new NoSuchFileException("x.pcap")));
        assertEquals(1, report(false, new IOException("x.pcap is no capture")));
        assertEquals("roce: no such file: x.pcap\nroce: x.pcap is no capture", err.toString().trim());
    }

    /** What a peer or a node says may be in it. */
    @Test
    void shouldSayOneLineThatTellsTheTerminalNothing()
    {
        assertEquals(1, report(false, new CommandFailedException(
            "a\u001b[31mb\nroce: c\r\u009bd\u202ee\u2028f \u00b5")));
        assertEquals("roce: a.[31mb.roce: c..d.e.f \u00b5", err.toString().trim());
    }

    @Test
    void shouldEndQuietlyWhenNobodyReadsAnyMore()
    {
        assertEquals(0, runInto("Broken pipe"));
        assertEquals("", err.toString());
    }

    @Test
    void shouldSayThatWhatItPrintedIsLost()
    {
        assertEquals(1, runInto("No space left on device"));
        assertEquals("roce: standard output cannot be written: No space left on device", err.toString().trim());
    }

    /** Help is printed by picocli itself, which has its own idea of what to do with exceptions. */
    private int runInto(final String failure)
    {
        final OutputStream broken = new OutputStream()
        {
            @Override
            public void write(final int octet) throws IOException
            {
                throw new IOException(failure);
            }
        };
        return Roce.run(
            new PrintWriter(new StandardOutput(broken), false, StandardCharsets.UTF_8),
            new PrintWriter(err),
            "node",
            "-h");
    }
}
