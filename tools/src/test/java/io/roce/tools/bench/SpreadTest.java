package io.roce.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

class SpreadTest
{
    @Test
    void shouldTakeTheValueInTheMiddle()
    {
        assertEquals(new Spread(3, 1, 9), Spread.of(List.of(9.0, 1.0, 3.0)));
        assertEquals(new Spread(7, 7, 7), Spread.of(List.of(7.0)));
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddleOfAnEvenNumber()
    {
        assertEquals(new Spread(2.5, 1, 10), Spread.of(List.of(10.0, 2.0, 1.0, 3.0)));
    }

    @Test
    void shouldCompareWithinEachRound()
    {
        // 2 / 1, 6 / 2, 3 / 3: the ratio of the medians would be 1.5.
        assertEquals(
            new Spread(2, 1, 3), Spread.ofRatios(List.of(2.0, 6.0, 3.0), List.of(1.0, 2.0, 3.0)));
    }

    @Test
    void shouldRefuseRoundsThatAreNotBesideEachOther()
    {
        assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of()));
        assertThrows(IllegalArgumentException.class, () -> Spread.ofRatios(List.of(1.0), List.of(1.0, 2.0)));
    }

    @Test
    void shouldHaveNoNumberInJsonForWhatIsNone()
    {
        assertEquals("{\"median\":1.2346,\"lowest\":1.0,\"highest\":123460}",
            new Spread(1.23456, 1, 123_456).json().toString());
        assertNull(Spread.rounded(Double.NaN));
        assertNull(Spread.rounded(1.0 / 0));
    }
}
