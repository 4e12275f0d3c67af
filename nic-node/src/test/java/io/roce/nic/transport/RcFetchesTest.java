package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** READs and atomics: their answers, the order of those, duplicates. */
class RcFetchesTest
{
    private static final int PSN = 0x500;

    private final ResponderFixture fixture = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 3);
    private final long addr = fixture.region.addr();

    RcFetchesTest() throws Exception
    {
        for (int i = 0; i < ResponderFixture.MEMORY_LENGTH; i++)
        {
            fixture.memory.put(i, (byte)(i * 7 + i / 256));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "255, 1", "256, 1", "257, 2", "512, 2", "513, 3", "10000, 40"})
    void shouldAnswerAReadInAsManyPacketsAsItTakes(final int length, final int packets)
    {
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.read(PSN, addr + 9, length)));

        final List<String> expected = new ArrayList<>();
        final byte[] data = fixture.memory(9, length);
        for (int i = 0; i < packets; i++)
        {
            final int payload = Math.min(256, length - i * 256);
            final String place = packets == 1 ? "ONLY" : i == 0 ? "FIRST" : i == packets - 1 ? "LAST" : "MIDDLE";
            expected.add("READ_RESPONSE_%s 0x%06x%s %d bytes".formatted(
                place, PSN + i, place.equals("MIDDLE") ? "" : " syndrome 0x1f msn 1", payload));
            assertArrayEquals(Arrays.copyOfRange(data, i * 256, i * 256 + payload), payload(i, payload));
        }
        assertEquals(expected, fixture.takeSent());
        assertEquals(Psn.add(PSN, packets), fixture.qp.responder.ePsn);
    }

    /** As for a WRITE of nothing, neither key nor address are looked at; it takes a PSN all the same. */
    @Test
    void shouldAnswerAReadOfNothing()
    {
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.read(PSN, 0, 0).set(PacketField.R_KEY, 0)));
        assertEquals(List.of("READ_RESPONSE_ONLY 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());
        assertEquals(Fate.DUPLICATE_REPLAYED, fixture.receive(fixture.read(PSN, 0, 0).set(PacketField.R_KEY, 0)));
        assertEquals(List.of("READ_RESPONSE_ONLY 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());
        assertEquals(PSN + 1, fixture.qp.responder.ePsn);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xFF_FFFC, 0xFF_FFFD, 0xFF_FFFE, 0xFF_FFFF, 0})
    void shouldGoOnAtZeroBehindTheLastPsn(final int first)
    {
        fixture.connect(first, 1);
        fixture.receive(fixture.read(first, addr, 1000));
        final List<String> whole = fixture.takeSent();
        assertEquals(4, whole.size());
        assertEquals("READ_RESPONSE_FIRST 0x%06x syndrome 0x1f msn 1 256 bytes".formatted(first), whole.get(0));
        assertEquals(
            "READ_RESPONSE_LAST 0x%06x syndrome 0x1f msn 1 232 bytes".formatted(Psn.add(first, 3)), whole.get(3));

        for (int i = 0; i < 4; i++)
        {
            assertEquals(Fate.DUPLICATE_REPLAYED, fixture.receive(
                fixture.read(Psn.add(first, i), addr + i * 256, 1000 - i * 256)));
            assertEquals(whole.subList(i, 4), fixture.takeSent());
        }
        fixture.receive(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, Psn.add(first, 4), addr, 4, 4));
        assertEquals(
            List.of("ACKNOWLEDGE 0x%06x syndrome 0x1f msn 2".formatted(Psn.add(first, 4))), fixture.takeSent());
    }

    @Test
    void shouldAddAndSwapNumbers()
    {
        fixture.memoryLong(8, 100);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.atomic(Opcode.RC_FETCH_ADD, PSN, addr + 8, 5, 0)));
        assertEquals(105, fixture.memoryLong(8));
        fixture.receive(fixture.atomic(Opcode.RC_COMPARE_SWAP, PSN + 1, addr + 8, 7, 104));
        assertEquals(105, fixture.memoryLong(8));
        fixture.receive(fixture.atomic(Opcode.RC_COMPARE_SWAP, PSN + 2, addr + 8, 7, 105));
        assertEquals(7, fixture.memoryLong(8));
        fixture.receive(fixture.atomic(Opcode.RC_FETCH_ADD, PSN + 3, addr + 8, -8, 0));
        assertEquals(-1, fixture.memoryLong(8));

        assertEquals(List.of(
            "ATOMIC_ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1 found 100",
            "ATOMIC_ACKNOWLEDGE 0x000501 syndrome 0x1f msn 2 found 105",
            "ATOMIC_ACKNOWLEDGE 0x000502 syndrome 0x1f msn 3 found 105",
            "ATOMIC_ACKNOWLEDGE 0x000503 syndrome 0x1f msn 4 found 7"), fixture.takeSent());
        assertNull(fixture.doorbells.poll(), "answered without a turn");
    }

    @Test
    void shouldExecuteAnAtomicOnce()
    {
        fixture.memoryLong(8, 100);
        fixture.receive(fixture.atomic(Opcode.RC_FETCH_ADD, PSN, addr + 8, 5, 0));
        fixture.receive(fixture.atomic(Opcode.RC_FETCH_ADD, PSN + 1, addr + 8, 5, 0));
        fixture.takeSent();

        for (int i = 0; i < 2; i++)
        {
            assertEquals(Fate.DUPLICATE_REPLAYED, fixture.receive(
                fixture.atomic(Opcode.RC_FETCH_ADD, PSN, addr + 8, 5, 0)));
            assertEquals(
                List.of("ATOMIC_ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1 found 100"), fixture.takeSent());
        }
        assertEquals(110, fixture.memoryLong(8));
    }

    /** Three are saved. */
    @Test
    void shouldDropADuplicateOfWhichNothingIsSaved()
    {
        fixture.receive(fixture.atomic(Opcode.RC_FETCH_ADD, PSN, addr + 8, 5, 0));
        for (int i = 1; i < 4; i++)
        {
            fixture.receive(fixture.read(PSN + i, addr, 4));
        }
        fixture.takeSent();

        assertEquals(Fate.DUPLICATE_DROPPED, fixture.receive(
            fixture.atomic(Opcode.RC_FETCH_ADD, PSN, addr + 8, 5, 0)));
        assertEquals(Fate.DUPLICATE_DROPPED, fixture.receive(
            fixture.atomic(Opcode.RC_FETCH_ADD, PSN + 1, addr + 8, 5, 0)), "what was saved is a READ");
        assertEquals(Fate.DUPLICATE_DROPPED, fixture.receive(fixture.read(PSN + 1, addr + 1, 3)), "another address");
        assertEquals(Fate.DUPLICATE_DROPPED, fixture.receive(fixture.read(PSN + 1, addr, 5)), "more than before");
        assertEquals(Fate.DUPLICATE_DROPPED, fixture.receive(fixture.read(PSN + 1, addr, 0)), "nothing");
        assertEquals(Fate.DUPLICATE_DROPPED, fixture.receive(
            fixture.read(PSN + 1, addr, 4).set(PacketField.R_KEY, 1)), "another key");
        assertEquals(List.of(), fixture.takeSent());
        assertEquals(Fate.DUPLICATE_REPLAYED, fixture.receive(fixture.read(PSN + 1, addr, 4)));
        assertEquals(
            List.of("READ_RESPONSE_ONLY 0x000501 syndrome 0x1f msn 2 4 bytes"), fixture.takeSent());
    }

    @Test
    void shouldCheckTheKeyOfADuplicateAgain() throws Exception
    {
        fixture.receive(fixture.read(PSN, addr, 1000));
        fixture.takeSent();
        fixture.regions.deregMr(fixture.region);

        assertEquals(Fate.NAK_REMOTE_ACCESS, fixture.receive(fixture.read(PSN + 1, addr + 256, 744)));
        assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x62 msn 1"), fixture.takeSent());
        assertEquals(List.of("ERR"), fixture.failures);
    }

    @Test
    void shouldEndAnAnswerWhoseRegionHasGone() throws Exception
    {
        fixture.feed(fixture.read(PSN, addr, 2000));
        fixture.doorbells.poll();
        assertEquals(2, fixture.responders.respond(fixture.qp, 2));
        fixture.regions.deregMr(fixture.region);
        fixture.drain();

        assertEquals(List.of(
            "READ_RESPONSE_FIRST 0x000500 syndrome 0x1f msn 1 256 bytes",
            "READ_RESPONSE_MIDDLE 0x000501 256 bytes",
            "ACKNOWLEDGE 0x000502 syndrome 0x62 msn 1"), fixture.takeSent());
        assertEquals(List.of("ERR"), fixture.failures);
        assertEquals(0, fixture.responders.respond(fixture.qp, 10));
    }

    @Test
    void shouldSendNoMoreThanItsTurnAllows()
    {
        fixture.feed(fixture.read(PSN, addr, 1000));
        assertEquals(List.of(), fixture.takeSent());
        assertEquals(fixture.qp, fixture.doorbells.poll());
        assertEquals(3, fixture.responders.respond(fixture.qp, 3));
        assertEquals(3, fixture.takeSent().size());
        assertEquals(fixture.qp, fixture.doorbells.poll());
        assertEquals(1, fixture.responders.respond(fixture.qp, 3));
        assertEquals(1, fixture.takeSent().size());
        assertNull(fixture.doorbells.poll());
        assertEquals(0, fixture.responders.respond(fixture.qp, 3));
    }

    /** Whatever comes while a READ is being answered is answered behind it; of ACKs in a row the newest is enough. */
    @Test
    void shouldAnswerInTheOrderOfThePsns() throws Exception
    {
        fixture.post(1, 30_000, 100);
        fixture.memoryLong(8, 1);
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr + 40_000, 4, 4));
        fixture.feed(fixture.read(PSN + 1, addr, 300));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 3, addr + 40_000, 4, 4));
        fixture.feed(fixture.request(Opcode.RC_SEND_ONLY, PSN + 4, 4));
        fixture.feed(fixture.atomic(Opcode.RC_FETCH_ADD, PSN + 5, addr + 8, 1, 0));
        fixture.feed(fixture.read(PSN + 6, addr, 4));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 7, addr + 40_000, 4, 4));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 9, addr + 40_000, 4, 4));
        fixture.drain();

        assertEquals(List.of(
            "ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1",
            "READ_RESPONSE_FIRST 0x000501 syndrome 0x1f msn 2 256 bytes",
            "READ_RESPONSE_LAST 0x000502 syndrome 0x1f msn 2 44 bytes",
            "ATOMIC_ACKNOWLEDGE 0x000505 syndrome 0x1f msn 5 found 1",
            "READ_RESPONSE_ONLY 0x000506 syndrome 0x1f msn 6 4 bytes",
            "ACKNOWLEDGE 0x000508 syndrome 0x60 msn 7"), fixture.takeSent());
    }

    @Test
    void shouldSendAnAckBetweenTwoReadsWhenItIsDueThere()
    {
        fixture.feed(fixture.read(PSN, addr, 300));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 2, addr + 40_000, 4, 4));
        fixture.feed(fixture.read(PSN + 3, addr, 4));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr + 40_000, 4, 4));
        fixture.drain();
        assertEquals(List.of(
            "READ_RESPONSE_FIRST 0x000500 syndrome 0x1f msn 1 256 bytes",
            "READ_RESPONSE_LAST 0x000501 syndrome 0x1f msn 1 44 bytes",
            "ACKNOWLEDGE 0x000502 syndrome 0x1f msn 3",
            "READ_RESPONSE_ONLY 0x000503 syndrome 0x1f msn 3 4 bytes"), fixture.takeSent(), "the duplicate moves none");

        fixture.feed(fixture.read(PSN + 4, addr, 300));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 6, addr + 40_000, 4, 4));
        fixture.feed(fixture.read(PSN + 7, addr, 4));
        fixture.drain();
        assertEquals("ACKNOWLEDGE 0x000506 syndrome 0x1f msn 5", fixture.takeSent().get(2));
    }

    /** The READ before it must not be left without its answer. */
    @Test
    void shouldRefuseBehindTheAnswersBefore() throws Exception
    {
        fixture.feed(fixture.read(PSN, addr, 300));
        assertEquals(Fate.NAK_REMOTE_ACCESS, fixture.feed(fixture.read(PSN + 2, 0, 4)));
        assertEquals(List.of(), fixture.failures);
        assertEquals(Fate.RESPONDER_FAILING, fixture.feed(fixture.read(PSN + 2, addr, 4)));
        assertEquals(Fate.RESPONDER_FAILING, fixture.feed(fixture.read(PSN, addr, 300)));
        fixture.drain();

        assertEquals(List.of(
            "READ_RESPONSE_FIRST 0x000500 syndrome 0x1f msn 1 256 bytes",
            "READ_RESPONSE_LAST 0x000501 syndrome 0x1f msn 1 44 bytes",
            "ACKNOWLEDGE 0x000502 syndrome 0x62 msn 1"), fixture.takeSent());
        assertEquals(List.of("ERR"), fixture.failures);
    }

    @Test
    void shouldForgetANakForWhatHasComeMeanwhile()
    {
        fixture.feed(fixture.read(PSN, addr, 300));
        assertEquals(Fate.NAK_PSN_SEQUENCE, fixture.feed(fixture.read(PSN + 3, addr, 4)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.feed(fixture.read(PSN + 2, addr, 4)));
        fixture.drain();
        assertEquals(List.of(
            "READ_RESPONSE_FIRST 0x000500 syndrome 0x1f msn 1 256 bytes",
            "READ_RESPONSE_LAST 0x000501 syndrome 0x1f msn 1 44 bytes",
            "READ_RESPONSE_ONLY 0x000502 syndrome 0x1f msn 2 4 bytes"), fixture.takeSent());
    }

    /** The requester goes back to a READ, and asks again for all behind it. */
    @Test
    void shouldGoBackToTheReadThatIsAskedForAgain()
    {
        fixture.feed(fixture.read(PSN, addr, 600));
        fixture.feed(fixture.read(PSN + 3, addr, 600));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 6, addr + 40_000, 4, 4));
        fixture.responders.respond(fixture.qp, 4);
        fixture.takeSent();

        assertEquals(Fate.DUPLICATE_REPLAYED, fixture.feed(fixture.read(PSN + 1, addr + 256, 344)));
        fixture.drain();
        assertEquals(List.of(
            "READ_RESPONSE_MIDDLE 0x000501 256 bytes",
            "READ_RESPONSE_LAST 0x000502 syndrome 0x1f msn 1 88 bytes"), fixture.takeSent());

        assertEquals(Fate.DUPLICATE_REPLAYED, fixture.feed(fixture.read(PSN + 3, addr, 600)));
        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, fixture.feed(
            fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 6, addr + 40_000, 4, 4)));
        fixture.drain();
        assertEquals(List.of(
            "READ_RESPONSE_FIRST 0x000503 syndrome 0x1f msn 2 256 bytes",
            "READ_RESPONSE_MIDDLE 0x000504 256 bytes",
            "READ_RESPONSE_LAST 0x000505 syndrome 0x1f msn 2 88 bytes",
            "ACKNOWLEDGE 0x000506 syndrome 0x1f msn 3"), fixture.takeSent());
    }

    /** A network that delivers a request twice costs no answer: there is no gap, and what was under way goes on. */
    @Test
    void shouldGoOnWhenARequestComesTwiceBeforeItsAnswerBegins()
    {
        fixture.feed(fixture.read(PSN, addr, 300));
        fixture.feed(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 2, addr + 40_000, 4, 4));
        assertEquals(Fate.DUPLICATE_REPLAYED, fixture.feed(fixture.read(PSN, addr, 300)));
        fixture.drain();
        assertEquals(List.of(
            "READ_RESPONSE_FIRST 0x000500 syndrome 0x1f msn 1 256 bytes",
            "READ_RESPONSE_LAST 0x000501 syndrome 0x1f msn 1 44 bytes",
            "ACKNOWLEDGE 0x000502 syndrome 0x1f msn 2"), fixture.takeSent());
    }

    @Test
    void shouldRefuseMoreUnansweredThanTheConnectionAllows() throws Exception
    {
        for (int i = 0; i < 3; i++)
        {
            assertEquals(Fate.REQUEST_EXECUTED, fixture.feed(fixture.read(PSN + i, addr, 4)));
        }
        assertEquals(Fate.NAK_INVALID_REQUEST, fixture.feed(fixture.read(PSN + 3, addr, 4)));
        fixture.drain();
        assertEquals("ACKNOWLEDGE 0x000503 syndrome 0x61 msn 3", fixture.takeSent().get(3));
        assertEquals(List.of("ERR"), fixture.failures);

        final ResponderFixture rxe = new ResponderFixture(QpType.RC, Profile.RXE_6_1).connect(PSN, 3);
        for (int i = 0; i < 20; i++)
        {
            assertEquals(Fate.REQUEST_EXECUTED, rxe.feed(rxe.read(PSN + i, rxe.region.addr(), 4)));
        }
        rxe.drain();
        assertEquals(20, rxe.takeSent().size());
    }

    /** A replay gives way: only what was never answered counts. */
    @Test
    void shouldTakeANewReadWhileAnOldOneIsAnsweredAgain()
    {
        for (int i = 0; i < 3; i++)
        {
            fixture.receive(fixture.read(PSN + i, addr, 4));
        }
        fixture.takeSent();
        assertEquals(Fate.DUPLICATE_REPLAYED, fixture.feed(fixture.read(PSN, addr, 4)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.feed(fixture.read(PSN + 3, addr, 4)));
        fixture.drain();
        assertEquals(List.of("READ_RESPONSE_ONLY 0x000503 syndrome 0x1f msn 4 4 bytes"), fixture.takeSent());
    }

    private byte[] payload(final int packet, final int length)
    {
        final var datagram = Packets.ofBytes(fixture.sentBytes.get(packet));
        final byte[] bytes = new byte[length];
        datagram.packet().buffer().getBytes(datagram.packet().payloadOffset(), bytes);
        return bytes;
    }
}
