package io.roce.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

class FigureTest
{
    @Test
    void shouldReachAGoalAtItsBound()
    {
        assertTrue(Goal.atMost(1.15).isReached(1.15));
        assertFalse(Goal.atMost(1.15).isReached(1.16));
        assertTrue(Goal.atLeast(0.9).isReached(0.9));
        assertFalse(Goal.atLeast(0.9).isReached(0.89));
        assertEquals("at most 1.15", Goal.atMost(1.15).toString());
        assertEquals("at least 2", Goal.atLeast(2).toString());
    }

    @Test
    void shouldHoldTheMedianOfTheRatiosAgainstTheGoal()
    {
        // 1.0, 1.2 and 1.4 times.
        final Figure figure = Figure.of(
            "x", "us", List.of(1.0, 2.4, 4.2), "C", List.of(1.0, 2.0, 3.0), Goal.atMost(1.3));

        assertTrue(figure.isReached());
        assertEquals(1.2, figure.ratio().median(), 1e-9);
        assertEquals(2.4, figure.ours().median());
        assertEquals(2.0, figure.others().median());
    }

    @Test
    void shouldHaveNeitherRatioNorGoalWithoutTheOtherSide()
    {
        final Figure figure = Figure.of("x", "us", List.of(1.0), "C", List.of(), Goal.atMost(1.3));

        assertNull(figure.ratio());
        assertNull(figure.isReached());
        assertTrue(figure.json().get("ratio").isNull());
        assertTrue(figure.json().get("reached").isNull());
    }

    @Test
    void shouldHoldAFigureOfItsOwnAgainstItsGoal()
    {
        assertTrue(Figure.of("x", "B", List.of(0.2), Goal.atMost(1)).isReached());
        assertFalse(Figure.of("x", "B", List.of(165.0), Goal.atMost(135)).isReached());
    }

    @Test
    void shouldLetEverySideBegin()
    {
        assertEquals(List.of("a", "b", "c"), Bench.inTurn(List.of("a", "b", "c"), 0));
        assertEquals(List.of("b", "c", "a"), Bench.inTurn(List.of("a", "b", "c"), 1));
        assertEquals(List.of("c", "a", "b"), Bench.inTurn(List.of("a", "b", "c"), 5));
    }
}
