package io.roce.nic.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The files of the node's page: these and no others. Their bytes are read once, so no text of a request is ever the
 * name of a file.
 */
enum PageFile
{
    INDEX("/", "index.html", PageFile.HTML),
    STYLE("page.css", PageFile.CSS),
    PAGE("page.js", PageFile.JAVASCRIPT),
    DOM("dom.js", PageFile.JAVASCRIPT),
    FORMAT("format.js", PageFile.JAVASCRIPT),
    NODE("node.js", PageFile.JAVASCRIPT),
    CHART("chart.js", PageFile.JAVASCRIPT),
    LEDGER("ledger.js", PageFile.JAVASCRIPT),
    TABLE("table.js", PageFile.JAVASCRIPT),
    DROPS("drops.js", PageFile.JAVASCRIPT),
    QPS("qps.js", PageFile.JAVASCRIPT);

    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

    private final String path;
    private final String contentType;
    private final byte[] bytes;

    /** A file that is served under its name below {@code /page/}. */
    PageFile(final String name, final String contentType)
    {
        this("/page/" + name, name, contentType);
    }

    PageFile(final String path, final String name, final String contentType)
    {
        this.path = path;
        this.contentType = contentType;
        bytes = read(name);
    }

    /** Where it is served. */
    String path()
    {
        return path;
    }

    String contentType()
    {
        return contentType;
    }

    byte[] bytes()
    {
        return bytes;
    }

    private static byte[] read(final String name)
    {
        try (InputStream in = PageFile.class.getResourceAsStream("page/" + name))
        {
            if (in == null)
            {
                throw new IllegalStateException("the class path lacks " + name + " of the node's page");
            }
            return in.readAllBytes();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
