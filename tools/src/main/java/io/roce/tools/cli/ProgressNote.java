package io.roce.tools.cli;

import java.io.PrintWriter;

/** One line on standard error that is written over, and only where people look on. */
public final class ProgressNote
{
    private final PrintWriter err;
    private int width;

    public ProgressNote(final PrintWriter err)
    {
        this.err = err;
    }

    public void show(final String text)
    {
        if (Terminal.isError())
        {
            err.print('\r' + text + " ".repeat(Math.max(0, width - text.length())));
            err.flush();
            width = text.length();
        }
    }

    public void clear()
    {
        if (width > 0)
        {
            err.print('\r' + " ".repeat(width) + '\r');
            err.flush();
            width = 0;
        }
    }
}
