package io.roce.nic.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.packet.WireError;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FateTest
{
    /** Of admission, of requests, of responses; and an end. */
    private static final List<Integer> FIRST_IDS = List.of(1, 40, 70, 100);

    @ParameterizedTest
    @EnumSource(value = WireError.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldHaveOneFateForEachWireError(final WireError error)
    {
        final Fate fate = Fate.of(error);

        assertEquals("MALFORMED_" + error.name(), fate.name());
        assertSame(error, fate.wireError());
        assertEquals(1, Arrays.stream(Fate.values()).filter(other -> other.wireError() == error).count());
    }

    @Test
    void shouldHaveNoFateForAWellFormedPacket()
    {
        assertNull(Fate.of(WireError.NONE));
    }

    @ParameterizedTest
    @EnumSource(Fate.class)
    void shouldDescribeEachFateInOneSentence(final Fate fate)
    {
        final String description = fate.description();

        assertTrue(Character.isUpperCase(description.charAt(0)), description);
        assertEquals(description.length() - 1, description.indexOf('.'), description);
    }

    @Test
    void shouldTakeForADropWhatDidNotDoWhatItWasSentFor()
    {
        assertEquals(
            List.of("CNP_RECEIVED", "DELIVERED_REQUEST", "DELIVERED_RESPONSE", "REQUEST_EXECUTED", "RESPONSE_ACCEPTED"),
            Arrays.stream(Fate.values()).filter(fate -> !fate.isDrop()).map(Fate::name).toList());
    }

    @Test
    void shouldNumberTheFatesOfAdmissionRequestsAndResponsesWithoutGaps()
    {
        final List<Integer> ids = Arrays.stream(Fate.values()).map(Fate::id).sorted().toList();
        for (int i = 0; i < FIRST_IDS.size() - 1; i++)
        {
            final int first = FIRST_IDS.get(i);
            final int end = FIRST_IDS.get(i + 1);
            final List<Integer> stage = ids.stream().filter(id -> id >= first && id < end).toList();
            assertEquals(IntStream.range(first, first + stage.size()).boxed().toList(), stage);
        }
    }
}
