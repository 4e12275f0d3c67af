package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;

/**
 * A view of one header at some offset of a buffer. Valid until the buffer is re-used or the next {@code wrap}.
 * Not thread-safe.
 */
public abstract class Flyweight
{
    /** The bytes that are viewed. */
    protected MutableDirectBuffer buffer;

    /** Where the header starts in {@link #buffer}. */
    protected int offset;

    /** Points the view at a header. Nothing is checked: the caller knows that the whole header is there. */
    public final void wrap(final MutableDirectBuffer buffer, final int offset)
    {
        this.offset = offset;
        // Of packet after packet it is the same, and each time that it is stored the garbage collector has to know.
        if (this.buffer != buffer)
        {
            this.buffer = buffer;
        }
    }

    /** Which header this is a view of. */
    public abstract HeaderType type();

    /** The three bytes at an offset into the header. */
    protected final int uint24(final int fieldOffset)
    {
        // Not a load of four: whoever has just computed the ICRC has stored the byte in front of DestQP, and a load
        // over that store has to wait until it has left for the cache.
        return (buffer.getByte(offset + fieldOffset) & 0xFF) << 16 |
            buffer.getShort(offset + fieldOffset + 1, BIG_ENDIAN) & 0xFFFF;
    }

    /** Writes the low 24 bits of a value to the three bytes at an offset into the header. */
    protected final void putUint24(final int fieldOffset, final int value)
    {
        buffer.putByte(offset + fieldOffset, (byte)(value >> 16));
        buffer.putShort(offset + fieldOffset + 1, (short)value, BIG_ENDIAN);
    }
}
