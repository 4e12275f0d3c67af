package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which lane new queue pairs come to: a node of three lanes with ten numbers each. */
class QpPlacementTest
{
    private static final int FIRST = 0x100;
    private static final int LAST = FIRST + 29;
    private static final int OF_LANE = 10;

    private NicNode node;

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldTakeTurns() throws IOException
    {
        open("none");

        assertEquals(List.of(0, 1, 2, 0), List.of(lane(create(1)), lane(create(2)), lane(create(1)), lane(create(3))));
    }

    @Test
    void shouldPassOverALaneThatHasTooFew() throws IOException
    {
        open("none");
        create(8);

        assertEquals(1, lane(create(5)));
        assertEquals(2, lane(create(5)));
        assertEquals(1, lane(create(5)));       // the first has two
        assertEquals(2, lane(create(3)));       // the second has none
    }

    @Test
    void shouldSpreadWhatFitsInNoLane() throws IOException
    {
        open("none");
        create(4);

        final List<QpSnapshot> spread = create(26);

        assertEquals(26, new HashSet<>(numbers(spread)).size());
        assertEquals(30, table().live());
        for (int lane = 0; lane < 3; lane++)
        {
            final int of = lane;
            assertEquals(lane == 0 ? 6 : OF_LANE, numbers(spread).stream().filter(qpn -> laneOf(qpn) == of).count());
        }
    }

    @Test
    void shouldCreateAllOrNone() throws IOException
    {
        open("none");
        create(5);

        final VerbsException refused = assertThrowsRefusal(() -> create(26));

        assertEquals(VerbsErrorCode.TABLE_FULL, refused.code());
        assertEquals(
            "the table is full: the pool of numbers 0x000100 to 0x00011d has no room for 26 more",
            refused.getMessage());
        assertEquals(5, table().live());
        assertEquals(0, table().quarantined());
        assertEquals(25, create(25).size());
    }

    @Test
    void shouldCountTheQueuePairsOfTheNodeAndNotOfALane() throws IOException
    {
        node = NicNode.open(config("none").maxQps(12));
        create(9);

        final VerbsException refused = assertThrowsRefusal(() -> create(4));

        assertEquals("the table is full: 9 live, 4 more asked for, at most 12 can live at once", refused.getMessage());
        create(3);
        assertThrowsRefusal(() -> create(1));
        destroy(FIRST);
        create(1);
        assertEquals(12, table().live());
    }

    @Test
    void shouldGiveARowOfNumbersFromOneLane() throws IOException
    {
        open("none");
        create(3);

        final List<QpSnapshot> row = create(10, true);

        assertEquals(numbers(row).get(0) + 9, numbers(row).get(9));
        assertEquals(1, lane(row));
        assertEquals(2, lane(create(10, true)));
        final VerbsException refused = assertThrowsRefusal(() -> create(8, true));
        assertEquals(
            "the table is full: 8 numbers in a row are one lane's, and none of the 3 lanes has so many",
            refused.getMessage());
        assertEquals(23, table().live());
    }

    @Test
    void shouldSayWhenARowIsThere() throws IOException
    {
        open("3600s");
        create(10);
        create(10);
        create(10);
        destroy(FIRST + OF_LANE);
        destroy(FIRST + OF_LANE + 1);

        final VerbsException refused = assertThrowsRefusal(() -> create(2, true));

        assertEquals(VerbsErrorCode.QPNS_QUARANTINED, refused.code());
        final long retryInMs = (long)refused.fields().get("retry_in_ms");
        assertTrue(retryInMs > TimeUnit.MINUTES.toMillis(59) && retryInMs <= TimeUnit.HOURS.toMillis(1));
        assertEquals(
            "2 numbers in a row are one lane's, and none of the 3 lanes has so many free: one has in " + retryInMs +
                " ms",
            refused.getMessage());
        assertThrowsRefusal(() -> create(3, true));
    }

    @Test
    void shouldTakeANumberThatIsAskedForInItsLane() throws Exception
    {
        open("none");

        for (final int qpn : new int[]{FIRST, FIRST + OF_LANE, LAST})
        {
            assertEquals(qpn, createWithQpn(qpn).qpn());
            assertEquals(
                VerbsErrorCode.QPN_NOT_FREE, assertThrowsRefusal(() -> createWithQpn(qpn)).code());
        }
        assertEquals(
            "qpn is 0x00011e, outside 0x000100 to 0x00011d",
            assertThrowsRefusal(() -> createWithQpn(LAST + 1)).getMessage());
    }

    @Test
    void shouldSayWhenThereAreEnoughInAllLanesTogether() throws IOException
    {
        open("3600s");
        create(30);
        destroy(FIRST);
        destroy(FIRST + OF_LANE);
        destroy(LAST);

        final VerbsException refused = assertThrowsRefusal(() -> create(3));

        assertEquals(VerbsErrorCode.QPNS_QUARANTINED, refused.code());
        assertEquals(3, refused.fields().get("quarantined"));
        assertEquals(0, refused.fields().get("free"));
        final long retryInMs = (long)refused.fields().get("retry_in_ms");
        assertTrue(retryInMs > TimeUnit.MINUTES.toMillis(59) && retryInMs <= TimeUnit.HOURS.toMillis(1));
        assertEquals(VerbsErrorCode.TABLE_FULL, assertThrowsRefusal(() -> create(4)).code());
        assertEquals(27, table().live());
        assertEquals(3, table().quarantined());
    }

    /** A lane that is full and has numbers in quarantine does not steal from itself while another has free ones. */
    @Test
    void shouldStealOnlyWhenNoLaneHasFreeNumbers() throws IOException
    {
        node = NicNode.open(config("3600s").pressure(QuarantinePressure.STEAL_OLDEST));
        create(30);
        for (int i = 0; i < OF_LANE; i++)
        {
            destroy(FIRST + OF_LANE + i);
        }
        destroy(FIRST + 3);
        destroy(LAST);

        create(12);

        assertEquals(12, figures(LanesFigures::quarantine).stolen());
        assertEquals(30, table().live());
    }

    @Test
    void shouldLetGoWhatOnlyACountHoldsWhenAllLanesAreShort() throws IOException
    {
        open("count:1000");
        create(30);
        destroy(FIRST);
        destroy(LAST);

        assertEquals(Set.of(FIRST, LAST), new HashSet<>(numbers(create(2))));

        assertEquals(2, figures(LanesFigures::quarantine).releasedEarly());
    }

    @Test
    void shouldListAllInTheOrderOfTheirNumbers() throws IOException
    {
        open("none");
        create(30);

        final List<QpSnapshot> part = figures(all -> all.list(FIRST + 7, 5, null));

        assertEquals(
            List.of(FIRST + 8, FIRST + 9, FIRST + 10, FIRST + 11, FIRST + 12), numbers(part));
        // The lanes share one page of the table.
        assertEquals(1, figures(all -> all.pages(-1, 10)).size());
        assertEquals(30, figures(all -> all.pages(-1, 10)).get(0).live());
        assertEquals(8, figures(all -> all.cells(8, FIRST + 1, 2)).get(0).live());
    }

    private void open(final String quarantine) throws IOException
    {
        node = NicNode.open(config(quarantine));
    }

    private static NicNodeConfig config(final String quarantine)
    {
        return new NicNodeConfig()
            .bind(new InetSocketAddress("127.20.9.1", 0))
            .qpns(FIRST, LAST)
            .quarantine(QuarantinePolicy.parse(quarantine))
            .lanes(LanesConfig.of(3));
    }

    private List<QpSnapshot> create(final int count)
    {
        return create(count, false);
    }

    private List<QpSnapshot> create(final int count, final boolean contiguous)
    {
        return node.lanes().placement().create(
            count,
            contiguous,
            QpSnapshot::qpn,
            (lane, some) -> lane.queuePairs().create(QpType.UD, some, contiguous)).join();
    }

    private QpSnapshot createWithQpn(final int qpn)
    {
        return node.lanes().placement().createWithQpn(
            qpn, (lane, count) -> List.of(lane.queuePairs().createWithQpn(QpType.UD, qpn))).join();
    }

    private void destroy(final int qpn)
    {
        node.lanes().of(qpn).submit(() -> node.lanes().of(qpn).queuePairs().destroy(qpn)).join();
    }

    private <T> T figures(final Function<LanesFigures, T> figures)
    {
        return node.lanes().whileHeld(() -> figures.apply(node.lanes().figures())).join();
    }

    private TableFigures table()
    {
        return figures(LanesFigures::table);
    }

    private static VerbsException assertThrowsRefusal(final Runnable call)
    {
        final Throwable failure = assertThrows(CompletionException.class, call::run).getCause();
        return assertInstanceOf(VerbsException.class, failure);
    }

    private static List<Integer> numbers(final List<QpSnapshot> qps)
    {
        return qps.stream().map(QpSnapshot::qpn).toList();
    }

    private static int laneOf(final int qpn)
    {
        return (qpn - FIRST) / OF_LANE;
    }

    /** That of all of them. */
    private static int lane(final List<QpSnapshot> qps)
    {
        final Set<Integer> lanes = new HashSet<>(qps.stream().map(qp -> laneOf(qp.qpn())).toList());
        assertEquals(1, lanes.size());
        return lanes.iterator().next();
    }
}
