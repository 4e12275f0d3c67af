package io.roce.tools.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.roce.tools.cli.Json;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

/** Readings are written {@code A B sent drops}: how many have met fate A and fate B, and what else is counted. */
class FateReaderTest
{
    private final CachedNanoClock clock = new CachedNanoClock();
    private final Deque<int[]> readings = new ArrayDeque<>();
    private final FateReader reader =
        new FateReader((method, path, body) -> ledger(), clock, clock::advance);

    @Test
    void shouldTellTheFateOfOne()
    {
        read("7 3 0 0", "7 3 0 0", "7 3 0 0", "7 4 0 0", "7 4 0 0");

        reader.begin(false);
        final LedgerDifference difference = reader.settle();

        assertEquals("B", difference.commonFate());
        assertEquals(1, difference.received());
        assertFalse(reader.hasAnswered());
    }

    @Test
    void shouldNotCountWhatComesBefore()
    {
        read("7 3 0 0", "8 3 0 0", "8 3 0 0", "8 4 0 0", "8 4 0 0");

        reader.begin(false);

        assertEquals(Map.of("B", 1L), reader.settle().fates());
    }

    @Test
    void shouldTakeTheLastReadingForTheFirstUnlessNodesAnswer()
    {
        read("0 0 0 0", "0 0 0 0", "1 0 1 0", "1 0 1 0");
        reader.begin(false);
        assertEquals("A", reader.settle().commonFate());
        assertTrue(reader.hasAnswered());

        read("1 0 1 0", "1 1 1 0", "1 1 1 0", "2 1 1 0", "2 1 1 0");
        reader.begin(true);
        assertEquals("A", reader.settle().commonFate());

        read("2 1 1 0", "2 2 1 0", "2 2 1 0");
        reader.begin(false);
        assertEquals("B", reader.settle().commonFate());
    }

    @Test
    void shouldNotDecideBetweenTwoFates()
    {
        read("0 0 0 0", "0 0 0 0", "1 0 0 0", "1 1 0 0");

        reader.begin(false);
        final LedgerDifference difference = reader.settle();

        assertNull(difference.commonFate());
        assertEquals(Map.of("A", 1L, "B", 1L), difference.fates());
    }

    @Test
    void shouldTellTheFateOfTwoThatMetTheSame()
    {
        read("0 0 0 0", "0 0 0 0", "1 0 0 0", "2 0 0 0");

        reader.begin(false);

        assertEquals("A", reader.settle().commonFate());
    }

    @Test
    void shouldNotTakeAnothersFateForThatOfOneThatTheSystemDropped()
    {
        read("0 0 0 0", "0 0 0 0", "0 0 0 1", "1 0 0 1");

        reader.begin(false);

        assertNull(reader.settle().commonFate());
    }

    @Test
    void shouldGiveUpAfterAWhile()
    {
        read("0 0 0 0");

        reader.begin(false);

        assertEquals(Map.of(), reader.settle().fates());
        assertTrue(clock.nanoTime() >= LedgerWatch.PATIENCE_NS);
    }

    private void read(final String... texts)
    {
        readings.clear();
        Arrays.stream(texts)
            .map(text -> Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray())
            .forEach(readings::add);
    }

    /** The last one stays. */
    private JsonNode ledger()
    {
        final int[] counts = readings.size() > 1 ? readings.remove() : readings.peek();
        final ObjectNode json = Json.object()
            .put("received", counts[0] + counts[1])
            .put("injected", 0)
            .put("held", 0)
            .put("kernel_drops", counts[3]);
        json.putArray("fates")
            .add(Json.object().put("fate", "A").put("count", counts[0]))
            .add(Json.object().put("fate", "B").put("count", counts[1]));
        json.putObject("egress").put("sent", counts[2]);
        return json;
    }
}
