package io.roce.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageMemoryTest
{
    private static final int HEADROOM = 40;
    private static final int SIZE = 10_000;
    private static final byte FILL = 0x7B;

    private final MessageMemory memory = new MessageMemory(HEADROOM, SIZE);

    @BeforeEach
    void deliver()
    {
        memory.fill(0, 7);
        copy(0, 0, SIZE);
    }

    @Test
    void shouldBeginAsTheProgramsOfLibibverbsDo()
    {
        final ByteBuffer fresh = new MessageMemory(HEADROOM, SIZE).buffer();
        assertEquals(2 * (HEADROOM + SIZE), fresh.capacity());
        for (int i = 0; i < fresh.capacity(); i++)
        {
            assertEquals(FILL, fresh.get(i));
        }
    }

    @Test
    void shouldTakeTheMessageThatWasSent()
    {
        assertNull(memory.compare(0, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_096, SIZE - 1})
    void shouldFindAByteThatIsWrong(final int place)
    {
        final int at = memory.messageOffset(1) + place;
        final byte right = memory.buffer().get(at);
        memory.buffer().put(at, (byte)(right ^ 1));

        assertEquals(
            "byte %d is 0x%02x, not 0x%02x".formatted(place, right & 0xFF ^ 1, right & 0xFF), memory.compare(0, 1));
    }

    /** A packet of any MTU in the place of another one, or of the same place of the message before. */
    @ParameterizedTest
    @CsvSource({"0, 256, 256", "256, 512, 512", "1024, 2048, 1024", "4096, 0, 2048", "0, 4096, 4096", "9984, 0, 16"})
    void shouldFindAPacketThatIsInAnothersPlace(final int from, final int to, final int length)
    {
        copy(from, to, length);
        assertNotEquals(null, memory.compare(0, 1));
    }

    @ParameterizedTest
    @CsvSource({"1, 255", "1024, 1024", "9984, 16"})
    void shouldFindAPacketOfTheMessageBefore(final int place, final int length)
    {
        memory.fill(0, 8);
        final byte[] before = new byte[length];
        memory.buffer().get(memory.messageOffset(1) + place, before);
        copy(0, 0, SIZE);
        memory.buffer().put(memory.messageOffset(1) + place, before);

        assertNotEquals(null, memory.compare(0, 1));
    }

    /** libibverbs' programs look for 0 in the first byte of each page of 4,096 bytes. */
    @Test
    void shouldSendTheZerosThatTheProgramsOfLibibverbsLookFor()
    {
        for (int i = 0; i < SIZE; i += 4_096)
        {
            assertEquals(0, memory.buffer().get(memory.messageOffset(0) + i));
        }
        assertNull(memory.checkZeros(1));
    }

    @Test
    void shouldFindAZeroThatIsMissingAndNotTakeAnOldOneForIt()
    {
        assertNull(memory.checkZeros(1));
        assertEquals("byte 0 is 0x7b, not 0x00, as clients with -c send it", memory.checkZeros(0));

        memory.buffer().put(memory.messageOffset(1) + 8_192, (byte)1);
        assertEquals("byte 8192 is 0x01, not 0x00, as clients with -c send it", memory.checkZeros(1));
    }

    private void copy(final int from, final int to, final int length)
    {
        final byte[] bytes = new byte[length];
        memory.buffer().get(memory.messageOffset(0) + from, bytes);
        memory.buffer().put(memory.messageOffset(1) + to, bytes);
    }
}
