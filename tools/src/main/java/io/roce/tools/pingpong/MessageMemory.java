package io.roce.tools.pingpong;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Memory for two messages, each with room in front for what a UD receive has there. The client sends from the first and
 * receives into the second; the server receives into both by turns, and sends back what it received from where it is.
 *
 * <p>Where what is received is validated, the client fills each message with other bytes and compares the answer, so
 * both ways are looked at whole. The first byte of each 4,096 is 0, which is what {@code ibv_rc_pingpong -c} and its
 * kin write as clients and look for as servers; as a server this looks for it in every message.
 */
final class MessageMemory
{
    /** Of two messages: at most 2^31 - 1 bytes are in one buffer. */
    static final int MAX_SIZE = 1 << 29;

    private static final int PAGE_BYTES = 4_096;

    /** What the programs of libibverbs fill their memory with, as {@code ibv_rc_pingpong} without -c sends it. */
    private static final byte FILL = 0x7B;

    private static final int SCATTER = 0x9E37_79B1;
    private static final int STEP = 7;

    private final ByteBuffer buffer;
    private final int headroom;
    private final int size;

    MessageMemory(final int headroom, final int size)
    {
        this.headroom = headroom;
        this.size = size;
        buffer = ByteBuffer.allocateDirect(2 * (headroom + size));
        final byte[] fill = new byte[Math.min(size, PAGE_BYTES)];
        Arrays.fill(fill, FILL);
        for (int i = 0; i < buffer.capacity(); i += fill.length)
        {
            buffer.put(i, fill, 0, Math.min(fill.length, buffer.capacity() - i));
        }
    }

    /** All of it, to be registered. */
    ByteBuffer buffer()
    {
        return buffer;
    }

    /** Where a receive into the slot begins. */
    int receiveOffset(final int slot)
    {
        return slot * (headroom + size);
    }

    /** Where the message in the slot begins. */
    int messageOffset(final int slot)
    {
        return receiveOffset(slot) + headroom;
    }

    /** Fills a message with bytes that no other iteration near it has at the same place. */
    void fill(final int slot, final int iteration)
    {
        final int start = messageOffset(slot);
        for (int i = 0; i < size; i++)
        {
            buffer.put(start + i, i % PAGE_BYTES == 0 ? 0 : (byte)((i * SCATTER >>> 24) + STEP * iteration));
        }
    }

    /** What is wrong with an answer; null when it is the message that was sent. */
    String compare(final int sent, final int received)
    {
        final int place = message(sent).mismatch(message(received));
        return place < 0 ? null : wrong(received, place, buffer.get(messageOffset(sent) + place));
    }

    /**
     * What is wrong with a message from a client that validates: null when it has its zeros. The other slot, whose
     * answer the client has had, gets others in their place, so that zeros there are new ones next time.
     */
    String checkZeros(final int received)
    {
        for (int i = 0; i < size; i += PAGE_BYTES)
        {
            if (buffer.get(messageOffset(received) + i) != 0)
            {
                return wrong(received, i, (byte)0) + ", as clients with -c send it";
            }
            buffer.put(messageOffset(1 - received) + i, FILL);
        }
        return null;
    }

    private ByteBuffer message(final int slot)
    {
        return buffer.slice(messageOffset(slot), size);
    }

    private String wrong(final int slot, final int place, final byte due)
    {
        return "byte %d is 0x%02x, not 0x%02x".formatted(place, buffer.get(messageOffset(slot) + place), due);
    }
}
