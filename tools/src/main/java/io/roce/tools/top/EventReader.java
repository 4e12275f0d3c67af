package io.roce.tools.top;

import io.roce.tools.cli.Numbers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes a {@code text/event-stream} apart, as the HTML standard has it: lines end with CR, LF or both, an empty one
 * ends an event, comments and fields that mean nothing here are passed over. Holds no more than one event.
 */
final class EventReader
{
    /** Of a line, and of an event's data: far more than a node ever sends. */
    static final int LENGTH_MAX = 4 << 20;

    /** What an event is called that does not say. */
    private static final String UNNAMED = "message";

    private static final int BUFFER_LENGTH = 1 << 13;
    private static final int END = -1;
    private static final byte[] BYTE_ORDER_MARK = {(byte)0xEF, (byte)0xBB, (byte)0xBF};

    private final InputStream in;
    private final int lengthMax;
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private int position;
    private int limit;
    private byte[] line = new byte[BUFFER_LENGTH];
    private int lineLength;
    private boolean isAfterCr;
    private boolean isFirstLine = true;

    EventReader(final InputStream in)
    {
        this(in, LENGTH_MAX);
    }

    EventReader(final InputStream in, final int lengthMax)
    {
        this.in = in;
        this.lengthMax = lengthMax;
    }

    /**
     * Waits for the next event.
     *
     * @return null at the end of the stream; an event that is not whole is none.
     * @throws IOException when the stream fails, or an event is too long.
     */
    ServerEvent next() throws IOException
    {
        String name = UNNAMED;
        ByteArrayOutputStream data = null;
        while (readLine())
        {
            if (lineLength == 0)
            {
                if (data != null)
                {
                    return new ServerEvent(name, data.toByteArray());
                }
                name = UNNAMED;
                continue;
            }
            final int colon = indexOfColon();
            final int from = colon + 1 < lineLength && line[colon + 1] == ' ' ? colon + 2 : colon + 1;
            final int length = Math.max(0, lineLength - from);
            switch (new String(line, 0, Math.min(colon, UNNAMED.length()), StandardCharsets.UTF_8))
            {
                case "event" -> name = new String(line, from, length, StandardCharsets.UTF_8);
                case "data" ->
                {
                    if (data == null)
                    {
                        data = new ByteArrayOutputStream(length);
                    }
                    else
                    {
                        data.write('\n');
                    }
                    requireLength(data.size() + (long)length);
                    data.write(line, from, length);
                }
                default ->
                {
                    // A comment, or a field that changes nothing here.
                }
            }
        }
        return null;
    }

    /** The field is what stands before it; a line without one is all field. */
    private int indexOfColon()
    {
        for (int i = 0; i < lineLength; i++)
        {
            if (line[i] == ':')
            {
                return i;
            }
        }
        return lineLength;
    }

    private boolean readLine() throws IOException
    {
        lineLength = 0;
        for (int octet = read(); octet != END; octet = read())
        {
            final boolean isSecondHalf = isAfterCr && octet == '\n';
            isAfterCr = octet == '\r';
            if (isSecondHalf)
            {
                continue;
            }
            if (octet == '\r' || octet == '\n')
            {
                dropByteOrderMark();
                return true;
            }
            requireLength(lineLength + 1L);
            if (lineLength == line.length)
            {
                line = Arrays.copyOf(line, Math.min(2 * line.length, Math.max(lengthMax, line.length + 1)));
            }
            line[lineLength++] = (byte)octet;
        }
        return false;
    }

    private void dropByteOrderMark()
    {
        final int length = BYTE_ORDER_MARK.length;
        if (isFirstLine && lineLength >= length && Arrays.equals(line, 0, length, BYTE_ORDER_MARK, 0, length))
        {
            lineLength -= length;
            System.arraycopy(line, length, line, 0, lineLength);
        }
        isFirstLine = false;
    }

    private int read() throws IOException
    {
        if (position == limit)
        {
            position = 0;
            limit = in.read(buffer, 0, buffer.length);
            if (limit <= 0)
            {
                limit = 0;
                return END;
            }
        }
        return buffer[position++] & 0xFF;
    }

    private void requireLength(final long length) throws IOException
    {
        if (length > lengthMax)
        {
            throw new IOException("an event of more than " + Numbers.count(lengthMax) + " bytes");
        }
    }
}
