package io.roce.tools.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Prints characters as UTF-8, and in between what is bytes already. */
public final class BytePrinter extends PrintWriter
{
    private final OutputStream bytesOut;

    public BytePrinter(final OutputStream out)
    {
        super(out, false, StandardCharsets.UTF_8);
        bytesOut = out;
    }

    /** @param octets UTF-8, of which the first {@code length} are meant. */
    public void write(final byte[] octets, final int length)
    {
        flush();
        try
        {
            bytesOut.write(octets, 0, length);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
