package io.roce.nic.lab;

import static io.roce.nic.lab.Completion.COMP_SWAP;
import static io.roce.nic.lab.Completion.FETCH_ADD;
import static io.roce.nic.lab.Completion.READ;
import static io.roce.nic.lab.Completion.RECV;
import static io.roce.nic.lab.Completion.RECV_RDMA_WITH_IMM;
import static io.roce.nic.lab.Completion.SEND;
import static io.roce.nic.lab.Completion.WRITE;
import static io.roce.nic.lab.Pair.blank;
import static io.roce.nic.lab.Pair.expect;
import static io.roce.nic.lab.Pair.expectOnly;
import static io.roce.nic.lab.Pair.word;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.transport.Profile;
import io.roce.nic.work.WcStatus;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RC: each operation between the kernel and a node, both ways, its bytes compared where they arrive. */
@Interop
class MessagesInteropTest
{
    /** Each pad count, nothing at all, and a thousand packets. */
    private static final int[] LENGTHS = {0, 1, 2, 3, 4, 5, 1_000_000};

    private static final int OUT = 0;
    private static final int IN = 1 << 20;
    private static final int REGION = 2 << 20;

    private final Lab lab;

    MessagesInteropTest(final Lab lab)
    {
        this.lab = lab;
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldWrite(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version);
        for (final int length : LENGTHS)
        {
            blank(pair.responder(), IN, length);
            pair.requester().call("pattern off=%d len=%d seed=%d", OUT, length, length);

            pair.post("write", length, OUT, IN, "");

            expect(pair.requester(), WRITE);
            expectOnly(pair.responder(), IN, length, length);
        }
        pair.expectNoMore();
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldRead(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version);
        for (final int length : LENGTHS)
        {
            blank(pair.requester(), IN, length);
            pair.responder().call("pattern off=%d len=%d seed=%d", OUT, length, length);

            pair.post("read", length, IN, OUT, "");

            expect(pair.requester(), READ);
            expectOnly(pair.requester(), IN, length, length);
        }
        pair.expectNoMore();
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldSend(final Direction direction, final IpVersion version)
    {
        shouldBeReceived(direction, version, "send", SEND, RECV);
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldSendWithImmediate(final Direction direction, final IpVersion version)
    {
        shouldBeReceived(direction, version, "sendimm", SEND, RECV);
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldWriteWithImmediate(final Direction direction, final IpVersion version)
    {
        shouldBeReceived(direction, version, "writeimm", WRITE, RECV_RDMA_WITH_IMM);
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldAddAndSwap(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version);
        final int word = IN + 8;
        blank(pair.responder(), word, 8);
        pair.responder().call("fill off=%d len=8 byte=0", word);

        assertEquals(0, atomic(pair, "fadd", word, "cmp=0x8899aabbffffffff", FETCH_ADD));
        assertEquals(0x8899_AABB_FFFF_FFFFL, word(pair.responder(), word));
        assertEquals(0x8899_AABB_FFFF_FFFFL, atomic(pair, "fadd", word, "cmp=1", FETCH_ADD));
        assertEquals(0x8899_AABC_0000_0000L, word(pair.responder(), word));

        final String swap = "cmp=0x8899aabc00000000 swap=0x0123456789abcdef";
        assertEquals(0x8899_AABC_0000_0000L, atomic(pair, "cas", word, swap, COMP_SWAP));
        assertEquals(0x0123_4567_89AB_CDEFL, word(pair.responder(), word));
        assertEquals(0x0123_4567_89AB_CDEFL, atomic(pair, "cas", word, swap, COMP_SWAP));
        assertEquals(0x0123_4567_89AB_CDEFL, word(pair.responder(), word));
        pair.expectNoMore();
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldKeepTheOrderOfManyAtOnce(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version);
        pair.requester().call("pattern off=%d len=3000 seed=1", OUT);
        pair.responder().call("pattern off=%d len=3000 seed=2", OUT);
        pair.responder().call("fill off=%d len=8 byte=0", IN);
        blank(pair.responder(), IN + 4_096, 3_000);
        blank(pair.requester(), IN, 3_000);
        pair.responder().call("recv 0 len=3000 off=%d count=20", IN + 16_384);

        pair.post("write", 3_000, OUT, IN + 4_096, "count=10");
        pair.post("read", 3_000, IN, OUT, "count=10");
        pair.post("fadd", 8, IN + 8_192, IN, "count=10 cmp=7");
        pair.post("send", 3_000, OUT, 0, "count=20");

        assertEquals(
            Stream.of(List.of(WRITE, 10), List.of(READ, 10), List.of(FETCH_ADD, 10), List.of(SEND, 20))
                .flatMap(run -> Stream.generate(() -> (long)run.get(0)).limit(run.get(1)))
                .toList(),
            pair.requester().poll(50).stream().map(MessagesInteropTest::succeeded).toList());
        assertEquals(
            Stream.generate(() -> (long)RECV).limit(20).toList(),
            pair.responder().poll(20).stream().map(MessagesInteropTest::succeeded).toList());
        expectOnly(pair.requester(), IN, 3_000, 2);
        expectOnly(pair.responder(), IN + 4_096, 3_000, 1);
        assertEquals(70, word(pair.responder(), IN));
        assertEquals(63, word(pair.requester(), IN + 8_192));
        pair.expectNoMore();
    }

    private void shouldBeReceived(
        final Direction direction,
        final IpVersion version,
        final String operation,
        final int sent,
        final int received)
    {
        final Pair pair = connect(direction, version);
        for (final int length : LENGTHS)
        {
            final long imm = 0xF1E2_D3C4L + length;
            blank(pair.responder(), IN, length);
            pair.requester().call("pattern off=%d len=%d seed=%d", OUT, length, length);
            pair.receive(length, operation.startsWith("write") ? OUT : IN);

            pair.post(operation, length, OUT, IN, "imm=" + imm);

            expect(pair.requester(), sent);
            final Completion completion = expect(pair.responder(), received);
            assertEquals(length, completion.number("len"));
            assertEquals(operation.endsWith("imm") ? imm : 0, completion.number("imm"));
            expectOnly(pair.responder(), IN, length, length);
        }
        pair.expectNoMore();
    }

    private Pair connect(final Direction direction, final IpVersion version)
    {
        return Pair.connect(lab, direction, version, Profile.IBTA, new Setup().regionBytes(REGION));
    }

    /** Does it, and answers what was there before. */
    private static long atomic(
        final Pair pair,
        final String operation,
        final int place,
        final String operands,
        final int opcode)
    {
        pair.post(operation, 8, OUT, place, operands);
        expect(pair.requester(), opcode);
        return word(pair.requester(), OUT);
    }

    private static long succeeded(final Completion completion)
    {
        assertEquals(WcStatus.SUCCESS, completion.status(), completion::toString);
        return completion.opcode();
    }
}
