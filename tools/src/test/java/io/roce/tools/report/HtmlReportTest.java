package io.roce.tools.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.plot.Markup;

import java.util.List;

import org.junit.jupiter.api.Test;

class HtmlReportTest
{
    private static final String EVIL = "<img src=x onerror=alert(1)>";

    @Test
    void shouldTakeTextForText()
    {
        final String page = new HtmlReport(EVIL).heading(EVIL).paragraph(EVIL).answer(List.of(EVIL))
            .facts(List.of(List.of(EVIL, EVIL))).table(List.of(EVIL), List.of(List.of(EVIL))).command(EVIL)
            .plot(new Markup().element("svg", EVIL), EVIL).toString();

        assertFalse(page.contains("<img"), page);
    }

    @Test
    void shouldLoadNothingAndRunNothing()
    {
        final String page = new HtmlReport("title").paragraph("text").toString();

        assertTrue(page.startsWith("<!DOCTYPE html>\n<html lang=\"en\">"), page);
        assertTrue(page.contains("default-src 'none'; style-src 'unsafe-inline'"), page);
        assertTrue(page.contains("prefers-color-scheme:dark"), page);
        assertFalse(page.contains("<script") || page.contains("http://") || page.contains("https://"), page);
    }
}
