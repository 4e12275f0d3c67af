package io.roce.tools.top;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/**
 * One line of what is shown, put together from the left. Everything that nodes say comes through {@link #text}: of
 * that only printable ASCII reaches a terminal, so nothing is obeyed there, and a character is a column.
 */
final class Line
{
    private static final char UNPRINTABLE = '?';

    private final Look look;
    private final AttributedStringBuilder built = new AttributedStringBuilder();

    Line(final Look look)
    {
        this.look = look;
    }

    Line text(final String text)
    {
        return text(text, Tone.PLAIN);
    }

    Line text(final String text, final Tone tone)
    {
        built.append(visible(text), tone.style(look.isColoured()));
        return this;
    }

    /** What is drawn here, and never comes from elsewhere: characters of one column each that the look has. */
    Line drawn(final String glyphs, final Tone tone)
    {
        built.append(glyphs, tone.style(look.isColoured()));
        return this;
    }

    /** As wide as that exactly, at the left end of it. */
    Line left(final String text, final int width, final Tone tone)
    {
        final String shown = cut(text, width);
        return text(shown, tone).text(" ".repeat(width - shown.length()));
    }

    /** As wide as that exactly, at the right end of it. */
    Line right(final String text, final int width, final Tone tone)
    {
        final String shown = cut(text, width);
        return text(" ".repeat(width - shown.length())).text(shown, tone);
    }

    /** Blanks as far as that column. */
    Line to(final int column)
    {
        return text(" ".repeat(Math.max(0, column - built.length())));
    }

    int length()
    {
        return built.length();
    }

    /** Of so many columns at most. */
    AttributedString within(final int width)
    {
        return built.toAttributedString().subSequence(0, Math.min(width, built.length()));
    }

    private static String cut(final String text, final int width)
    {
        return text.substring(0, Math.min(width, text.length()));
    }

    private static String visible(final String text)
    {
        final StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++)
        {
            final char c = text.charAt(i);
            shown.append(c >= ' ' && c <= '~' ? c : UNPRINTABLE);
        }
        return shown.toString();
    }
}
