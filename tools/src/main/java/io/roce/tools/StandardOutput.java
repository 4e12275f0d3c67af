package io.roce.tools;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Ends the command when what it prints cannot be written. A {@link java.io.PrintWriter} would swallow the error, and a
 * command whose reader is gone would go on for nobody.
 */
final class StandardOutput extends OutputStream
{
    private final OutputStream out;
    private boolean isLost;

    StandardOutput(final OutputStream out)
    {
        this.out = out;
    }

    @Override
    public void write(final int octet)
    {
        write(new byte[]{(byte)octet}, 0, 1);
    }

    /**
     * Writes at once.
     *
     * @throws OutputError the first time that this fails; after it everything is dropped.
     */
    @Override
    public void write(final byte[] octets, final int offset, final int length)
    {
        if (isLost)
        {
            return;
        }
        try
        {
            out.write(octets, offset, length);
        }
        catch (final IOException e)
        {
            isLost = true;
            throw new OutputError(e);
        }
    }
}
