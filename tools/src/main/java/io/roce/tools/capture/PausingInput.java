package io.roce.tools.capture;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Bytes whose reader does something before it waits for more. */
final class PausingInput extends FilterInputStream
{
    private final Runnable beforeWait;

    PausingInput(final InputStream in, final Runnable beforeWait)
    {
        super(in);
        this.beforeWait = beforeWait;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException
    {
        if (in.available() == 0)
        {
            beforeWait.run();
        }
        return in.read(bytes, offset, length);
    }
}
