package io.roce.tools.decode;

import io.roce.tools.cli.Output;
import io.roce.wire.AsciiText;

/** Lines on their way out, many at once: so that a line costs its characters and nothing else. */
final class LineBuffer
{
    private static final int FULL_LENGTH = 64 * 1024;

    private final Output output;
    private final AsciiText text = new AsciiText(FULL_LENGTH + 4096);

    LineBuffer(final Output output)
    {
        this.output = output;
    }

    /** What is yet to go out: lines are written behind it. */
    AsciiText text()
    {
        return text;
    }

    /** A line has been written to {@link #text()}, all but its end. */
    void end()
    {
        text.append(System.lineSeparator());
        if (text.length() >= FULL_LENGTH)
        {
            write();
        }
    }

    /** Nothing waits here any more, nor behind. */
    void flush()
    {
        write();
        output.out().flush();
    }

    private void write()
    {
        output.write(text);
        text.clear();
    }
}
