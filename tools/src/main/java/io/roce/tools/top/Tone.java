package io.roce.tools.top;

import org.jline.utils.AttributedStyle;

/** How a piece of text is meant to be taken, with colours and without. */
enum Tone
{
    PLAIN(AttributedStyle.DEFAULT, AttributedStyle.DEFAULT),
    TITLE(AttributedStyle.DEFAULT.bold(), AttributedStyle.DEFAULT.bold()),
    SELECTED(AttributedStyle.DEFAULT.inverse(), AttributedStyle.DEFAULT.inverse()),
    FAINT(AttributedStyle.DEFAULT, AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN)),
    GOOD(AttributedStyle.DEFAULT, AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN)),
    WARNING(AttributedStyle.DEFAULT, AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW)),
    BAD(AttributedStyle.DEFAULT, AttributedStyle.DEFAULT.foreground(AttributedStyle.RED)),
    ALARM(
        AttributedStyle.DEFAULT.bold().inverse(),
        AttributedStyle.DEFAULT.bold().inverse().foreground(AttributedStyle.RED));

    private final AttributedStyle plain;
    private final AttributedStyle coloured;

    Tone(final AttributedStyle plain, final AttributedStyle coloured)
    {
        this.plain = plain;
        this.coloured = coloured;
    }

    AttributedStyle style(final boolean isColoured)
    {
        return isColoured ? coloured : plain;
    }
}
