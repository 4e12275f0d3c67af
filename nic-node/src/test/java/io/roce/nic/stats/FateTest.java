package io.roce.nic.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.packet.WireError;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FateTest
{
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
    void shouldNumberTheFatesOfEachStageInTheOrderOfItsChecks()
    {
        int lastOfResponses = 69;
        int lastOfTheRest = 0;
        for (final Fate fate : Fate.values())
        {
            if (fate.id() >= 70)
            {
                assertEquals(++lastOfResponses, fate.id(), fate.name());
            }
            else
            {
                assertEquals(++lastOfTheRest, fate.id(), fate.name());
            }
        }
    }
}
