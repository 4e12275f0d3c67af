package io.roce.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

class TextTableFoldTest
{
    @Test
    void shouldGoOnBelowWhereTheLastColumnIsTooWide()
    {
        final StringWriter text = new StringWriter();
        new TextTable("FATE", ">COUNT", "DESCRIPTION")
            .row("A", 12, "one two three four five six")
            .row("B", 1, "")
            .row("C", 2, "a-word-that-is-longer-than-what-is-left")
            .print(new PrintWriter(text, true), 33);

        assertEquals("""
            FATE  COUNT  DESCRIPTION
            A        12  one two three four
                         five six
            B         1
            C         2  a-word-that-is-longer-than-what-is-left
            """, text.toString());
    }
}
