package io.roce.tools;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output that ends the command when it cannot be written to. A {@link java.io.PrintWriter} would swallow the
 * error, and a command whose reader is gone would go on for nobody.
 */
final class StandardOutput extends OutputStream
{
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public void write(final int octet)
    {
        write(new byte[]{(byte)octet}, 0, 1);
    }

    @Override
    public void write(final byte[] octets, final int offset, final int length)
    {
        try
        {
            out.write(octets, offset, length);
        }
        catch (final IOException e)
        {
            if ("Broken pipe".equals(e.getMessage()))
            {
                throw new BrokenPipeException();
            }
            throw new CommandFailedException("standard output cannot be written: " + e.getMessage(), e);
        }
    }
}
