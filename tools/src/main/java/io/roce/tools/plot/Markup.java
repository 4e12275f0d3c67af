package io.roce.tools.plot;

import java.io.StringWriter;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Elements, attributes and text, which are escaped by the JDK's writer. */
public final class Markup
{
    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter writer;

    public Markup()
    {
        try
        {
            writer = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
        }
        catch (final XMLStreamException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Begins an element.
     *
     * @param attributes names and values by turns.
     */
    public Markup open(final String name, final Object... attributes)
    {
        try
        {
            writer.writeStartElement(name);
            for (int i = 0; i < attributes.length; i += 2)
            {
                writer.writeAttribute(attributes[i].toString(), attributes[i + 1].toString());
            }
        }
        catch (final XMLStreamException e)
        {
            throw new IllegalStateException(e);
        }
        return this;
    }

    public Markup text(final String content)
    {
        try
        {
            writer.writeCharacters(content);
        }
        catch (final XMLStreamException e)
        {
            throw new IllegalStateException(e);
        }
        return this;
    }

    /** Ends the element that began last. */
    public Markup close()
    {
        try
        {
            writer.writeEndElement();
        }
        catch (final XMLStreamException e)
        {
            throw new IllegalStateException(e);
        }
        return this;
    }

    /** An element without content. */
    public Markup leaf(final String name, final Object... attributes)
    {
        return open(name, attributes).close();
    }

    /** An element that holds text alone. */
    public Markup element(final String name, final String content, final Object... attributes)
    {
        return open(name, attributes).text(content).close();
    }

    /** What a markup of its own has come to, as it is. */
    public Markup add(final Markup other)
    {
        final String whole = other.toString();
        try
        {
            // Ends the tag that is open.
            writer.writeCharacters("\n");
            writer.flush();
        }
        catch (final XMLStreamException e)
        {
            throw new IllegalStateException(e);
        }
        text.append(whole);
        return this;
    }

    /** All so far; whole when every element is closed. */
    @Override
    public String toString()
    {
        try
        {
            writer.flush();
        }
        catch (final XMLStreamException e)
        {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }
}
