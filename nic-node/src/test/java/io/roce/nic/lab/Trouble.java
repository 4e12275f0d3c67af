package io.roce.nic.lab;

import static io.roce.nic.memory.AccessFlag.LOCAL_WRITE;
import static io.roce.nic.memory.AccessFlag.REMOTE_WRITE;

import io.roce.nic.work.WcStatus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** What can be wrong between a requester and a responder. */
enum Trouble
{
    WRITE_WITH_A_WRONG_KEY(rc(), amid(pair -> pair.post("write", 64, 0, 0, wrongKey(pair)))),
    WRITE_WITH_A_KEY_OF_NOTHING(rc(), amid(pair -> pair.post("write", 64, 0, 0, "rkey=0x7fff00"))),
    LONG_WRITE_WITH_A_WRONG_KEY(rc(), amid(pair -> pair.post("write", 5_000, 0, 0, wrongKey(pair)))),
    EMPTY_WRITE_WITH_A_WRONG_KEY(rc(), amid(pair -> pair.post("write", 0, 0, 0, wrongKey(pair)))),
    READ_WITH_A_WRONG_KEY(rc(), amid(pair -> pair.post("read", 64, 0, 0, wrongKey(pair)))),
    FETCH_ADD_WITH_A_WRONG_KEY(rc(), amid(pair -> pair.post("fadd", 8, 0, 0, wrongKey(pair)))),
    SWAP_WITH_A_WRONG_KEY(rc(), amid(pair -> pair.post("cas", 8, 0, 0, wrongKey(pair)))),

    WRITE_PAST_THE_REGION(rc(), amid(pair -> pair.post("write", 64, 0, Setup.REGION_BYTES - 63, ""))),
    LONG_WRITE_PAST_THE_REGION(rc(), amid(pair -> pair.post("write", 5_000, 0, Setup.REGION_BYTES - 4_999, ""))),
    WRITE_IN_FRONT_OF_THE_REGION(rc(), amid(pair -> pair.post("write", 64, 0, -1, ""))),
    READ_PAST_THE_REGION(rc(), amid(pair -> pair.post("read", 5_000, 0, Setup.REGION_BYTES - 4_999, ""))),
    FETCH_ADD_PAST_THE_REGION(rc(), amid(pair -> pair.post("fadd", 8, 0, Setup.REGION_BYTES, ""))),

    WRITE_INTO_A_REGION_THAT_REFUSES_IT(
        rc().regionAccess(LOCAL_WRITE.bit()), pair -> posted(pair, "send", "write", "send")),
    READ_FROM_A_REGION_THAT_REFUSES_IT(rc().regionAccess(writeOnly()), pair -> posted(pair, "write", "read", "write")),
    FETCH_ADD_IN_A_REGION_THAT_REFUSES_IT(
        rc().regionAccess(writeOnly()), pair -> posted(pair, "write", "fadd", "write")),
    WRITE_AT_A_QUEUE_PAIR_THAT_REFUSES_IT(rc().qpAccess(0), pair -> posted(pair, "send", "write", "send")),
    READ_AT_A_QUEUE_PAIR_THAT_REFUSES_IT(rc().qpAccess(writeOnly()), pair -> posted(pair, "write", "read", "write")),
    FETCH_ADD_AT_A_QUEUE_PAIR_THAT_REFUSES_IT(
        rc().qpAccess(writeOnly()), pair -> posted(pair, "write", "fadd", "write")),
    READ_WHERE_NONE_MAY_BE_OUTSTANDING(rc().responderRtr("rd=0"), pair -> posted(pair, "write", "read", "write")),

    SEND_LONGER_THAN_THE_RECEIVE(rc(), amid(pair ->
    {
        pair.receive(100, 0);
        pair.post("send", 101, 0, 0, "");
    })),
    LONG_SEND_LONGER_THAN_THE_RECEIVE(rc(), amid(pair ->
    {
        pair.receive(4_999, 0);
        pair.post("send", 5_000, 0, 0, "");
    })),
    SEND_INTO_A_RECEIVE_BEHIND_THE_REGION(rc(), amid(pair ->
    {
        pair.receive(100, Setup.REGION_BYTES - 99);
        pair.post("send", 100, 0, 0, "");
    })),
    SEND_THAT_INVALIDATES_A_WRONG_KEY(impatient(), amid(pair ->
    {
        pair.receive(100, 0);
        pair.post("sendinv", 100, 0, 0, wrongKey(pair));
    })),
    IMMEDIATE_WITH_A_WRONG_KEY(rc(), amid(pair ->
    {
        pair.receive(100, 0);
        pair.post("writeimm", 64, 0, 0, wrongKey(pair));
    })),

    SEND_WHOSE_RECEIVE_COMES_LATER(rc().rtr("minrnr=20"), late("send")),
    IMMEDIATE_WHOSE_RECEIVE_COMES_LATER(rc().rtr("minrnr=20"), late("writeimm")),
    SEND_WHOSE_RECEIVE_NEVER_COMES(rc().rts("rnr=2"), amid(pair -> pair.post("send", 100, 0, 0, ""))),
    IMMEDIATE_WHOSE_RECEIVE_NEVER_COMES(rc().rts("rnr=0"), amid(pair -> pair.post("writeimm", 3_000, 0, 0, ""))),

    WRITE_FROM_BEHIND_THE_OWN_REGION(rc(), behind(pair -> pair.post("write", 64, Setup.REGION_BYTES - 63, 0, ""))),
    READ_TO_BEHIND_THE_OWN_REGION(rc(), behind(pair -> pair.post("read", 64, Setup.REGION_BYTES - 63, 0, ""))),

    QUEUE_PAIR_IN_ERROR(impatient(), pair -> stopped(pair, "err 0")),
    QUEUE_PAIR_DESTROYED(impatient(), pair -> stopped(pair, "destroy 0")),
    QUEUE_PAIR_DESTROYED_IN_MID_STREAM(impatient().regionBytes(Trouble.STREAM_BYTES), Trouble::streamed),

    WRITE_BY_UC_WITH_A_WRONG_KEY(uc(), pair ->
    {
        pair.receive(100, 0);
        pair.post("write", 3_000, 0, 0, wrongKey(pair));
        pair.post("send", 100, 0, 0, "");
        return 2;
    }),
    SEND_BY_UC_LONGER_THAN_THE_RECEIVE(uc(), pair ->
    {
        pair.receive(100, 0);
        pair.receive(100, 0);
        pair.post("send", 3_000, 0, 0, "");
        pair.post("send", 100, 0, 0, "");
        return 2;
    }),
    SEND_BY_UD_LONGER_THAN_THE_RECEIVE(rc().type("ud"), pair ->
    {
        pair.receive(100, 0);
        pair.receive(100, 0);
        pair.post("send", 61, 0, 0, pair.toResponder());
        pair.post("send", 60, 0, 0, pair.toResponder());
        return 2;
    });

    /** Of one write of a stream that takes seconds. */
    private static final int STREAM_BYTES = 1 << 20;
    private static final int STREAM_WRITES = 32;

    /** What else may come at the responder has come by then: it did what it does before the requester heard of it. */
    private static final int QUIET_MS = 100;

    private final Setup setup;
    private final ToIntFunction<Pair> requests;

    /** @param requests posts them, and answers how many. */
    Trouble(final Setup setup, final ToIntFunction<Pair> requests)
    {
        this.setup = setup;
        this.requests = requests;
    }

    Setup setup()
    {
        return setup;
    }

    /** What comes of it at each end. */
    Outcome outcome(final Pair pair)
    {
        final List<Completion> requester = pair.requester().poll(requests.applyAsInt(pair));
        final List<Completion> responder = new ArrayList<>();
        if (!setup.type().equals("rc"))
        {
            // The requester knows nothing of the responder, at which one receive at least ends.
            responder.addAll(pair.responder().poll(1));
        }
        responder.addAll(pair.responder().pollMost(STREAM_WRITES, QUIET_MS));
        final Outcome outcome = new Outcome(
            statuses(requester), pair.requester().qpState(), statuses(responder), pair.responder().qpState());
        return this == QUEUE_PAIR_DESTROYED_IN_MID_STREAM ? outcome.withoutRepetition() : outcome;
    }

    private static Setup rc()
    {
        return new Setup();
    }

    private static Setup uc()
    {
        return new Setup().type("uc");
    }

    /** Where the responder falls silent. */
    private static Setup impatient()
    {
        return rc().rts("retry=2 timeout=16");
    }

    private static int writeOnly()
    {
        return LOCAL_WRITE.bit() | REMOTE_WRITE.bit();
    }

    private static String wrongKey(final Pair pair)
    {
        return "rkey=" + (pair.rkey() ^ 1);
    }

    /** A write in front of it that succeeds, and one behind it. */
    private static ToIntFunction<Pair> amid(final Consumer<Pair> wrong)
    {
        return pair ->
        {
            pair.post("write", 64, 0, 0, "");
            wrong.accept(pair);
            pair.post("write", 64, 0, 0, "");
            return 3;
        };
    }

    /** As {@link #amid}, but the first one is over: the kernel was seen to end nothing at all where it was not. */
    private static ToIntFunction<Pair> behind(final Consumer<Pair> wrong)
    {
        return pair ->
        {
            pair.post("write", 64, 0, 0, "");
            Pair.expect(pair.requester(), Completion.WRITE);
            wrong.accept(pair);
            pair.post("write", 64, 0, 0, "");
            return 2;
        };
    }

    private static int posted(final Pair pair, final String... operations)
    {
        // All of them in front: the kernel does not flush a receive that is posted in the error state.
        for (final String operation : operations)
        {
            if (operation.equals("send"))
            {
                pair.receive(64, 0);
            }
        }
        for (final String operation : operations)
        {
            pair.post(operation, 64, 0, 0, "");
        }
        return operations.length;
    }

    private static ToIntFunction<Pair> late(final String operation)
    {
        return pair ->
        {
            final long before = rnrNaks(pair);
            pair.post(operation, 3_000, 0, 0, "");
            while (rnrNaks(pair) == before)
            {
                Thread.onSpinWait();
            }
            pair.receive(3_000, 0);
            return 1;
        };
    }

    private static long rnrNaks(final Pair pair)
    {
        return pair.responder().call("rnrnaks").number("n");
    }

    /** The responder stops when it has answered once. */
    private static int stopped(final Pair pair, final String command)
    {
        pair.post("write", 64, 0, 0, "");
        Pair.expect(pair.requester(), Completion.WRITE);
        pair.responder().call(command);
        pair.post("write", 3_000, 0, 0, "");
        pair.post("read", 64, 0, 0, "");
        return 2;
    }

    private static int streamed(final Pair pair)
    {
        pair.post("write", STREAM_BYTES, 0, 0, "count=" + STREAM_WRITES);
        Pair.expect(pair.requester(), Completion.WRITE);
        pair.responder().call("destroy 0");
        return STREAM_WRITES - 1;
    }

    private static List<WcStatus> statuses(final List<Completion> completions)
    {
        return completions.stream().map(Completion::status).toList();
    }
}
