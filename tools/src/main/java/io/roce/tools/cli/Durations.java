package io.roce.tools.cli;

import io.roce.nic.qpn.DurationText;

import java.time.Duration;

import picocli.CommandLine.TypeConversionException;

/** Durations as the command line writes them: a number and a unit, and 0 without one. */
public final class Durations
{
    private Durations()
    {
    }

    public static Duration parse(final String text)
    {
        if ("0".equals(text))
        {
            return Duration.ZERO;
        }
        try
        {
            return Duration.ofNanos(DurationText.parse(text));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }

    /** Exactly, in the largest unit that leaves something before the point: {@code 2.5s}. */
    public static String format(final long ns)
    {
        return ns == 0 ? "0" : DurationText.format(ns);
    }
}
