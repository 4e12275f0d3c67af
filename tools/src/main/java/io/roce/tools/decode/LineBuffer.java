package io.roce.tools.decode;

import java.io.PrintWriter;

/** Lines on their way out, many at once: so that a line costs its characters and nothing else. */
final class LineBuffer
{
    private static final int FULL_LENGTH = 32 * 1024;

    private final PrintWriter out;
    private final StringBuilder text = new StringBuilder(2 * FULL_LENGTH);
    private char[] chars = new char[2 * FULL_LENGTH];

    LineBuffer(final PrintWriter out)
    {
        this.out = out;
    }

    /** What is yet to go out: lines are written behind it. */
    StringBuilder text()
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
        out.flush();
    }

    private void write()
    {
        if (chars.length < text.length())
        {
            chars = new char[text.length()];
        }
        text.getChars(0, text.length(), chars, 0);
        out.write(chars, 0, text.length());
        text.setLength(0);
    }
}
