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
    INDEX("/", "index.html", "text/html; charset=utf-8");

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
