package io.roce.tools.report;

import io.roce.tools.plot.Markup;

import java.util.List;

/** A page that stands alone: nothing is loaded, no script runs, and what it says is text to the browser. */
public final class HtmlReport
{
    private static final String POLICY =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

    private static final String STYLE =
        ":root{color-scheme:light dark}" +
        "body{font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;max-width:62rem;margin:0 auto;" +
        "padding:1rem;color:#222;background:#fff}" +
        "h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem}figure{margin:1rem 0;overflow-x:auto}" +
        "figure svg{max-width:100%;height:auto}figcaption{font-size:.9rem;color:#555}" +
        ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}" +
        "th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #ccc}td.n,th.n{text-align:right;" +
        "font-variant-numeric:tabular-nums}code{font-size:.9em;overflow-wrap:anywhere}" +
        ".answer{border-left:4px solid #0072b2;padding-left:1rem}" +
        "dt{font-weight:600}dd{margin:0 0 .4rem 1rem}" +
        "@media(prefers-color-scheme:dark){body{color:#ddd;background:#161616}figcaption{color:#aaa}" +
        "th,td{border-color:#444}}";

    private final String title;
    private final Markup body = new Markup();

    public HtmlReport(final String title)
    {
        this.title = title;
        body.open("main").element("h1", title);
    }

    public HtmlReport heading(final String text)
    {
        body.element("h2", text);
        return this;
    }

    public HtmlReport paragraph(final String text)
    {
        body.element("p", text);
        return this;
    }

    /** What the study comes to: sentences. */
    public HtmlReport answer(final List<String> sentences)
    {
        body.open("div", "class", "answer");
        sentences.forEach(sentence -> body.element("p", sentence));
        body.close();
        return this;
    }

    /** @param file the picture's own, beside the page. */
    public HtmlReport plot(final Markup svg, final String file)
    {
        body.open("figure").add(svg).element("figcaption", "also in " + file).close();
        return this;
    }

    /** @param head titles; one that starts with {@code >} makes its column that of numbers. */
    public HtmlReport table(final List<String> head, final List<List<String>> rows)
    {
        body.open("div", "class", "wide", "tabindex", "0").open("table").open("thead").open("tr");
        head.forEach(cell -> cell("th", cell.replaceFirst("^>", ""), cell));
        body.close().close().open("tbody");
        for (final List<String> row : rows)
        {
            body.open("tr");
            for (int i = 0; i < row.size(); i++)
            {
                cell("td", row.get(i), head.get(i));
            }
            body.close();
        }
        body.close().close().close();
        return this;
    }

    /** What was chosen, names and values by turns. */
    public HtmlReport facts(final List<List<String>> facts)
    {
        body.open("dl");
        facts.forEach(fact -> body.element("dt", fact.get(0)).element("dd", fact.get(1)));
        body.close();
        return this;
    }

    /** How to get it again. */
    public HtmlReport command(final String command)
    {
        body.open("p").element("code", command).close();
        return this;
    }

    /** The whole page. */
    @Override
    public String toString()
    {
        final Markup page = new Markup();
        page.open("html", "lang", "en").open("head")
            .leaf("meta", "charset", "utf-8")
            .leaf("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
            .leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
            .element("title", title)
            .element("style", STYLE)
            .close().open("body").add(body).close().close();
        // Void elements end by themselves, and a page is no XML.
        return "<!DOCTYPE html>\n" + page.toString().replace("></meta>", ">") + "\n";
    }

    private void cell(final String element, final String text, final String title)
    {
        if (title.startsWith(">"))
        {
            body.element(element, text, "class", "n");
        }
        else
        {
            body.element(element, text);
        }
    }
}
