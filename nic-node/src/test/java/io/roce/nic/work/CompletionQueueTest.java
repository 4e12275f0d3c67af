package io.roce.nic.work;

import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CompletionQueueTest
{
    private final WorkCompletion completion = new WorkCompletion();
    private int events;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 100})
    void shouldHoldAsManyAsAskedForAndBreakAtOneMore(final int cqe) throws VerbsException
    {
        final CompletionQueue cq = cq(cqe);
        assertEquals(cqe, cq.capacity());
        for (int i = 0; i < cqe; i++)
        {
            assertTrue(cq.add(completion.wrId(i)));
        }
        assertFalse(cq.isOverflowed());
        cq.reqNotify(true);
        assertFalse(cq.add(completion.wrId(cqe)));
        assertTrue(cq.isOverflowed());
        assertEquals(1, events, "whoever waits learns of it");

        for (int i = 0; i < cqe; i++)
        {
            assertTrue(cq.poll(completion));
            assertEquals(i, completion.wrId(), "nothing was overwritten");
            assertFalse(cq.add(new WorkCompletion()), "nothing comes behind the gap");
        }
        assertFalse(cq.poll(completion));
        assertEquals(cqe + 1, cq.lost());
    }

    @Test
    void shouldRefuseSizesOutOfRange()
    {
        assertEquals(
            "cqe is 0, outside 1 to 131072", assertThrows(VerbsException.class, () -> cq(0)).getMessage());
        assertThrows(VerbsException.class, () -> cq(131_073));
    }

    @Test
    void shouldTakeOutOnlyThoseOfOneGeneration() throws VerbsException
    {
        final CompletionQueue cq = cq(8);
        for (int i = 0; i < 6; i++)
        {
            cq.add(completion.wrId(i).qp(0x11 + i / 4, i % 2));
        }
        cq.reqNotify(false);
        assertEquals(0, cq.removeOf(0x11, 2));
        assertEquals(0, cq.removeOf(0x13, 0));
        assertEquals(0, events);
        assertEquals(2, cq.removeOf(0x11, 1));
        assertEquals(1, events, "the others are there again");
        assertEquals(List.of(0L, 2L, 4L, 5L), pollAll(cq));
        assertEquals(0, cq.removeOf(0x11, 0), "polled");
    }

    @Test
    void shouldNotTellOfAQueueThatWasEmptied() throws VerbsException
    {
        final CompletionQueue cq = cq(2);
        cq.add(completion.qp(0x11, 1));
        cq.reqNotify(false);
        assertEquals(1, cq.removeOf(0x11, 1));
        assertEquals(0, events);
        assertFalse(cq.poll(completion));
    }

    @Test
    void shouldTellOnceOfTheNextCompletion() throws VerbsException
    {
        final CompletionQueue cq = cq(8);
        cq.add(completion);
        assertEquals(0, events, "nobody has asked");
        cq.reqNotify(false);
        assertEquals(0, events, "it was there before");
        cq.add(completion);
        assertEquals(1, events);
        cq.add(completion);
        assertEquals(1, events, "asked for once");
        cq.reqNotify(false);
        cq.reqNotify(false);
        cq.add(completion);
        cq.add(completion);
        assertEquals(2, events, "asked for one twice");
    }

    @Test
    void shouldTellOfTheNextSolicitedCompletion() throws VerbsException
    {
        final CompletionQueue cq = cq(8);
        cq.reqNotify(true);
        cq.add(completion);
        assertEquals(0, events);
        cq.add(completion.solicited(true));
        assertEquals(1, events);
        cq.add(completion);
        assertEquals(1, events);
        cq.reqNotify(true);
        cq.add(completion.clear());
        assertEquals(1, events, "of another message");
        cq.add(completion);
        assertEquals(1, events);
    }

    @ParameterizedTest
    @EnumSource(WcStatus.class)
    void shouldTellOfWhatHasNotSucceeded(final WcStatus status) throws VerbsException
    {
        final CompletionQueue cq = cq(8);
        cq.reqNotify(true);
        cq.add(completion.status(status, 0));
        assertEquals(status == WcStatus.SUCCESS ? 0 : 1, events);
    }

    /** In either order. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellOfAnyWhenAskedForBoth(final boolean isSolicitedFirst) throws VerbsException
    {
        final CompletionQueue cq = cq(8);
        cq.reqNotify(isSolicitedFirst);
        cq.reqNotify(!isSolicitedFirst);
        cq.add(completion);
        assertEquals(1, events);
        cq.add(completion.solicited(true));
        assertEquals(1, events, "one for both");
    }

    /** Whoever asks for another one where the first is told gets it. */
    @Test
    void shouldTellAgainWhenAskedWhileTelling() throws VerbsException
    {
        final CompletionQueue[] cq = new CompletionQueue[1];
        cq[0] = new CompletionQueue(8, () ->
        {
            events++;
            cq[0].reqNotify(false);
        });
        cq[0].reqNotify(false);
        cq[0].add(completion);
        cq[0].add(completion);
        assertEquals(2, events);
    }

    /** A poll may have missed what stays while others were taken out. */
    @Test
    void shouldTellOfSolicitedOnesThatStay() throws VerbsException
    {
        final CompletionQueue cq = cq(8);
        cq.add(completion.qp(0x11, 1).solicited(true));
        cq.add(completion.qp(0x12, 1).solicited(false));
        cq.reqNotify(true);
        cq.removeOf(0x11, 1);
        assertEquals(0, events);
        cq.add(completion.qp(0x13, 1).solicited(true));
        cq.reqNotify(true);
        cq.removeOf(0x12, 1);
        assertEquals(2, events, "when it came, and when it was there again");
    }

    /** What is taken out makes room, though nobody polls and one that stays is the oldest. */
    @Test
    void shouldHaveRoomForWhatWasTakenOut() throws VerbsException
    {
        final CompletionQueue cq = cq(4);
        cq.add(completion.wrId(-1).qp(0x10, 0));
        for (int i = 0; i < 1000; i++)
        {
            for (int j = 0; j < 3; j++)
            {
                assertTrue(cq.add(completion.wrId(i).qp(0x11, i)));
            }
            assertEquals(3, cq.removeOf(0x11, i));
        }
        assertEquals(List.of(-1L), pollAll(cq), "and the polling finds it though the lane has come round");
    }

    /** Against a list. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 13})
    void shouldHoldWhatAListHolds(final int cqe) throws VerbsException
    {
        final SplittableRandom random = new SplittableRandom(cqe);
        final CompletionQueue cq = cq(cqe);
        final List<long[]> model = new ArrayList<>();
        int full = 0;
        for (int i = 0; i < 50_000; i++)
        {
            final int qpn = random.nextInt(4);
            switch (random.nextInt(i / 1000 % 2 == 0 ? 5 : 8))
            {
                case 0, 1, 2 ->
                {
                    if (model.size() < cqe)
                    {
                        assertTrue(cq.add(completion.wrId(i).qp(qpn, 1)));
                        model.add(new long[]{i, qpn});
                    }
                    else
                    {
                        full++;
                    }
                }
                case 3 ->
                {
                    final int before = model.size();
                    model.removeIf(entry -> entry[1] == qpn);
                    assertEquals(before - model.size(), cq.removeOf(qpn, 1));
                }
                default ->
                {
                    assertEquals(!model.isEmpty(), cq.poll(completion));
                    if (!model.isEmpty())
                    {
                        final long[] expected = model.remove(0);
                        assertEquals(expected[0], completion.wrId());
                        assertEquals(expected[1], completion.qpn());
                    }
                }
            }
        }
        assertTrue(full > 0, "was full");
        assertEquals(0, cq.lost());
    }

    private List<Long> pollAll(final CompletionQueue cq)
    {
        final List<Long> ids = new ArrayList<>();
        while (cq.poll(completion))
        {
            ids.add(completion.wrId());
        }
        return ids;
    }

    private CompletionQueue cq(final int cqe) throws VerbsException
    {
        return new CompletionQueue(cqe, () -> events++);
    }
}
