package io.roce.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CsvTest
{
    @Test
    void shouldWriteRowsAsTheStandardHasThem()
    {
        assertEquals(
            "name,value\n\"a, \"\"b\"\"\",0.333333\n,\nx,12\n",
            new Csv("name", "value").row("a, \"b\"", 1 / 3.0).row(null, Double.NaN).row("x", 12.0).toString());
    }

    @Test
    void shouldRefuseARowOfAnotherLength()
    {
        assertThrows(IllegalArgumentException.class, () -> new Csv("a").row(1, 2));
    }
}
