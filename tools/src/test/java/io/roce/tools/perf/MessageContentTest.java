package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MessageContentTest
{
    private static final int OFFSET = 3;
    private static final int MAX_LENGTH = 40;
    private static final byte UNTOUCHED = (byte)0xA5;

    private final byte[] bytes = new byte[OFFSET + MAX_LENGTH + 1];
    private final UnsafeBuffer memory = new UnsafeBuffer(bytes);

    @Test
    void shouldTellEveryMessageThatHasABitChanged()
    {
        for (int length = 1; length <= MAX_LENGTH; length++)
        {
            MessageContent.fill(memory, OFFSET, length, 2, 0x1234);
            assertTrue(MessageContent.isWhole(memory, OFFSET, length, 2, 0x1234), "length " + length);
            for (int bit = 0; bit < length * Byte.SIZE; bit++)
            {
                final int at = OFFSET + bit / Byte.SIZE;
                bytes[at] ^= (byte)(1 << bit % Byte.SIZE);
                assertFalse(MessageContent.isWhole(memory, OFFSET, length, 2, 0x1234), length + ", bit " + bit);
                bytes[at] ^= (byte)(1 << bit % Byte.SIZE);
            }
        }
    }

    @Test
    void shouldWriteNothingBesideTheMessage()
    {
        for (int length = 1; length <= MAX_LENGTH; length++)
        {
            Arrays.fill(bytes, UNTOUCHED);
            MessageContent.fill(memory, OFFSET, length, 0, -1 >>> Byte.SIZE);
            assertEquals(UNTOUCHED, bytes[OFFSET - 1]);
            assertEquals(UNTOUCHED, bytes[OFFSET + length]);
        }
    }

    @Test
    void shouldNotTakeOneMessageForAnother()
    {
        MessageContent.fill(memory, OFFSET, 17, 1, 500);
        assertFalse(MessageContent.isWhole(memory, OFFSET, 17, 1, 501));
        assertFalse(MessageContent.isWhole(memory, OFFSET, 17, 1, 500 + 256), "the same last byte");
        assertFalse(MessageContent.isWhole(memory, OFFSET, 17, 0, 500), "of another queue pair");
        assertFalse(MessageContent.isWhole(new UnsafeBuffer(new byte[20]), 0, 17, 1, 0), "nothing came");
    }

    /** The number stands in the first 8 bytes, lowest first, and its lowest byte in the last of the message. */
    @Test
    void shouldSayWhichOneItIs()
    {
        final long number = 0x00AB_CDEF_0123_4567L;
        MessageContent.fill(memory, OFFSET, 9, 7, number);
        assertEquals(number, MessageContent.number(memory, OFFSET));
        assertEquals(0x67, bytes[OFFSET]);
        assertEquals(0x67, bytes[OFFSET + 8]);

        MessageContent.fill(memory, OFFSET, 8, 7, number);
        assertEquals(number, MessageContent.number(memory, OFFSET), "though its last byte is the mark");
        assertEquals(0x67, bytes[OFFSET + 7]);
    }

    @Test
    void shouldBeToldFromTheNextByTheLastByteAlone()
    {
        bytes[OFFSET + 4] = 0;
        assertFalse(MessageContent.isMarked(memory, OFFSET, 5, 1));
        MessageContent.mark(memory, OFFSET, 5, 0x101);
        assertEquals(1, bytes[OFFSET + 4]);
        assertTrue(MessageContent.isMarked(memory, OFFSET, 5, 1));
        assertFalse(MessageContent.isMarked(memory, OFFSET, 5, 2));
    }

    @Test
    void shouldHaveNoWordTwiceInALongMessage()
    {
        final UnsafeBuffer longer = new UnsafeBuffer(new byte[80_000]);
        MessageContent.fill(longer, 0, longer.capacity(), 3, 77);
        final Set<Long> words = new HashSet<>();
        for (int i = 0; i < longer.capacity(); i += Long.BYTES)
        {
            words.add(longer.getLong(i));
        }
        assertEquals(longer.capacity() / Long.BYTES, words.size());
        assertNotEquals(0, longer.getLong(64));
    }
}
