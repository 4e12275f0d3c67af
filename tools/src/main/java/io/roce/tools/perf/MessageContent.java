package io.roce.tools.perf;

import java.nio.ByteOrder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * What messages hold when it is looked at what arrives: no two of a queue pair the same.
 * <pre>
 *   bytes 0 to 7   number of the message, lowest byte first
 *   behind them    words that follow from queue pair, number and place
 *   last byte      lowest byte of the number, in place of whatever else would be there
 * </pre>
 * A message of fewer than 8 bytes begins with the number and is cut off. Nothing is allocated.
 */
final class MessageContent
{
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    /** 2^64 divided by the golden ratio: its multiples are far apart, and have no bytes in common. */
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final long NUMBER_MASK = 0x00FF_FFFF_FFFF_FFFFL;

    private MessageContent()
    {
    }

    /** Writes the message with that number, below 2^56. */
    static void fill(
        final UnsafeBuffer memory, final int offset, final int length, final int qp, final long number)
    {
        final int words = length / Long.BYTES;
        for (int i = 0; i < words; i++)
        {
            memory.putLong(offset + i * Long.BYTES, word(qp, number, i), ORDER);
        }
        final long rest = word(qp, number, words);
        for (int i = words * Long.BYTES; i < length; i++)
        {
            memory.putByte(offset + i, (byte)(rest >>> i % Long.BYTES * Byte.SIZE));
        }
        mark(memory, offset, length, number);
    }

    /** Writes the last byte alone: the least by which one message can be told from the next. */
    static void mark(final UnsafeBuffer memory, final int offset, final int length, final long number)
    {
        memory.putByteVolatile(offset + length - 1, (byte)number);
    }

    /** Whether the last byte is that of the message with that number. */
    static boolean isMarked(final UnsafeBuffer memory, final int offset, final int length, final long number)
    {
        return memory.getByteVolatile(offset + length - 1) == (byte)number;
    }

    /** Whether every byte is that of the message with that number. */
    static boolean isWhole(
        final UnsafeBuffer memory, final int offset, final int length, final int qp, final long number)
    {
        if (!isMarked(memory, offset, length, number))
        {
            return false;
        }
        final int words = (length - 1) / Long.BYTES;
        for (int i = 0; i < words; i++)
        {
            if (memory.getLong(offset + i * Long.BYTES, ORDER) != word(qp, number, i))
            {
                return false;
            }
        }
        final long rest = word(qp, number, words);
        for (int i = words * Long.BYTES; i < length - 1; i++)
        {
            if (memory.getByte(offset + i) != (byte)(rest >>> i % Long.BYTES * Byte.SIZE))
            {
                return false;
            }
        }
        return true;
    }

    /** The number that a message says it has; of no use when it is shorter than 8 bytes. */
    static long number(final UnsafeBuffer memory, final int offset)
    {
        return memory.getLong(offset, ORDER) & NUMBER_MASK;
    }

    private static long word(final int qp, final long number, final int index)
    {
        return index == 0 ? number : (number + ((long)qp << Integer.SIZE) + 1) * STEP + index * STEP * STEP;
    }
}
