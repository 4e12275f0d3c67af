package io.roce.nic.lab;

import static io.roce.nic.lab.Completion.FETCH_ADD;
import static io.roce.nic.lab.Completion.READ;
import static io.roce.nic.lab.Completion.RECV;
import static io.roce.nic.lab.Completion.SEND;
import static io.roce.nic.lab.Completion.WRITE;
import static io.roce.nic.lab.Pair.blank;
import static io.roce.nic.lab.Pair.expect;
import static io.roce.nic.lab.Pair.expectOnly;
import static io.roce.nic.lab.Pair.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.roce.nic.transport.Profile;
import io.roce.nic.work.WcStatus;

import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets lost, doubled and out of order both ways: everything arrives, and nothing twice. */
@Interop
class LossInteropTest
{
    private static final int ROUNDS = 30;
    private static final int LENGTH = 6_000;

    /** Places at each end; the first word is that of the FETCH_ADDs, or where what they found goes. */
    private static final int WORDS = 0;
    private static final int OUT = 1 << 12;
    private static final int IN = OUT + (1 << 18);
    private static final int RECEIVED = IN + (1 << 18);
    private static final int REGION = RECEIVED + (1 << 18);

    /** What is waited for answers that are lost; a guest that falls silent for longer is asked once more. */
    private static final Setup SETUP = new Setup().regionBytes(REGION).rts("timeout=15");

    private final Lab lab;

    LossInteropTest(final Lab lab)
    {
        this.lab = lab;
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldLoseAndRepeatNothing(final Direction direction, final IpVersion version)
    {
        final Pair pair = Pair.connect(lab, direction, version, Profile.IBTA, SETUP);
        final Shell node = direction == Direction.KERNEL_ASKS_NODE ? pair.responder() : pair.requester();
        prepare(pair);
        try (TwoWayFaults faults = new TwoWayFaults(lab.guest(1), node))
        {
            request(pair);
            assertNotEquals(0, faults.droppedByGuest());
            assertNotEquals(0, faults.endAtNode());
        }

        expectOnly(pair.responder(), IN, ROUNDS * LENGTH, 1);
        expectOnly(pair.requester(), IN, ROUNDS * LENGTH, 2);
        expectOnly(pair.responder(), RECEIVED, ROUNDS * LENGTH, 1);
        assertEquals(ROUNDS, word(pair.responder(), WORDS));
        assertEquals(
            LongStream.range(0, ROUNDS).boxed().toList(),
            LongStream.range(0, ROUNDS).map(i -> word(pair.requester(), WORDS + 8 * (int)i)).boxed().toList());
        assertNoReceiveWasUsedTwice(pair);
    }

    private static void prepare(final Pair pair)
    {
        pair.requester().call("pattern off=%d len=%d seed=1", OUT, ROUNDS * LENGTH);
        pair.responder().call("pattern off=%d len=%d seed=2", OUT, ROUNDS * LENGTH);
        pair.responder().call("fill off=%d len=8 byte=0", WORDS);
        blank(pair.responder(), IN, ROUNDS * LENGTH);
        blank(pair.requester(), IN, ROUNDS * LENGTH);
        blank(pair.responder(), RECEIVED, ROUNDS * LENGTH);
        for (int i = 0; i < ROUNDS; i++)
        {
            pair.receive(LENGTH, RECEIVED + i * LENGTH);
        }
        pair.receive(LENGTH, OUT);
    }

    /** A few rounds at once, as many as fit the send queue. */
    private static void request(final Pair pair)
    {
        final int atOnce = 10;
        for (int first = 0; first < ROUNDS; first += atOnce)
        {
            for (int i = first; i < first + atOnce; i++)
            {
                pair.post("write", LENGTH, OUT + i * LENGTH, IN + i * LENGTH, "");
                pair.post("read", LENGTH, IN + i * LENGTH, OUT + i * LENGTH, "");
                pair.post("fadd", 8, WORDS + 8 * i, WORDS, "cmp=1");
                pair.post("send", LENGTH, OUT + i * LENGTH, 0, "");
            }
            for (int i = 0; i < atOnce; i++)
            {
                expect(pair.requester(), WRITE);
                expect(pair.requester(), READ);
                expect(pair.requester(), FETCH_ADD);
                expect(pair.requester(), SEND);
                assertEquals(LENGTH, expect(pair.responder(), RECV).number("len"));
            }
        }
    }

    /** One receive more was posted than there were messages: the error state flushes just that. */
    private static void assertNoReceiveWasUsedTwice(final Pair pair)
    {
        pair.responder().call("err 0");
        assertEquals(WcStatus.WR_FLUSH_ERR, pair.responder().poll(1).get(0).status());
        pair.expectNoMore();
    }
}
