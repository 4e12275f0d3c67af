package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets ahead of the expected PSN, behind it, and without a receive. */
class RcSequenceTest
{
    private static final int PSN = 0x500;

    private final ResponderFixture fixture = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 4);
    private final long addr = fixture.region.addr();

    RcSequenceTest() throws Exception
    {
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000, (1 << 23) - 1})
    void shouldAskOnceForWhatIsMissing(final int ahead)
    {
        assertEquals(Fate.NAK_PSN_SEQUENCE, write(Psn.add(PSN, ahead)));
        assertEquals(Fate.PSN_AHEAD_DROPPED, write(Psn.add(PSN, ahead)));
        assertEquals(Fate.PSN_AHEAD_DROPPED, write(PSN + 1));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x60 msn 0"), fixture.takeSent());

        assertEquals(Fate.REQUEST_EXECUTED, write(PSN));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());

        // The next gap is another.
        assertEquals(Fate.NAK_PSN_SEQUENCE, write(PSN + 2));
        assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x60 msn 1"), fixture.takeSent());
        assertEquals(List.of(), fixture.failures);
    }

    /** Not even what could never be executed is refused before its turn. */
    @Test
    void shouldRefuseNothingThatIsAhead()
    {
        assertEquals(Fate.NAK_PSN_SEQUENCE, fixture.receive(fixture.request(Opcode.RC_FLUSH, PSN + 1)));
        assertEquals(Fate.PSN_AHEAD_DROPPED, fixture.receive(fixture.request(Opcode.RC_SEND_MIDDLE, PSN + 1)));
        assertEquals(List.of(), fixture.failures);
    }

    @Test
    void shouldAcknowledgeEachDuplicateWithTheNewestMessagesPsn() throws Exception
    {
        fixture.post(1, 0, 100);
        write(PSN);
        fixture.receive(fixture.request(Opcode.RC_SEND_ONLY, PSN + 1, 4));
        write(PSN + 2);
        fixture.takeSent();

        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, fixture.receive(
            fixture.request(Opcode.RC_SEND_ONLY, PSN + 1, 8).set(PacketField.ACK_REQ, 0)));
        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, fixture.receive(
            fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr + 1000, 8, 8)));
        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, write(Psn.add(PSN + 3, -(1 << 23))));

        final String newest = "ACKNOWLEDGE 0x000502 syndrome 0x1f msn 3";
        assertEquals(List.of(newest, newest, newest), fixture.takeSent());
        assertArrayEquals(new byte[8], fixture.memory(1000, 8), "executed once");
        assertEquals("wr 1 SUCCESS RECV 4 bytes", fixture.completion());
        assertEquals("none", fixture.completion());
    }

    /** The answers may have been lost, and Linux 6.1 would take such an ACK for them. */
    @Test
    void shouldNotAcknowledgeReadsAndAtomicsWithADuplicate()
    {
        write(PSN);
        fixture.receive(fixture.read(PSN + 1, addr, 300));
        fixture.receive(fixture.atomic(Opcode.RC_FETCH_ADD, PSN + 3, addr, 1, 0));
        fixture.takeSent();

        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, write(PSN));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 3"), fixture.takeSent());
    }

    @Test
    void shouldAnswerDuplicatesWhileItWaitsForWhatIsMissing()
    {
        write(PSN);
        assertEquals(Fate.NAK_PSN_SEQUENCE, write(PSN + 3));
        fixture.takeSent();

        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, write(PSN));
        assertEquals(Fate.PSN_AHEAD_DROPPED, write(PSN + 3));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());
    }

    /** Nothing of the message is executed a second time, however much of it comes again. */
    @Test
    void shouldGoOnWithinAMessageWhereItWasInterrupted() throws Exception
    {
        fixture.post(1, 0, 1000);
        fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256));
        assertEquals(Fate.NAK_PSN_SEQUENCE, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 2, 4)));
        assertEquals(
            Fate.DUPLICATE_ACKNOWLEDGED, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_MIDDLE, PSN + 1, 256)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 2, 4)));

        assertEquals(List.of(
            "ACKNOWLEDGE 0x000501 syndrome 0x60 msn 0",
            "ACKNOWLEDGE 0x000500 syndrome 0x1f msn 0",
            "ACKNOWLEDGE 0x000502 syndrome 0x1f msn 1"), fixture.takeSent());
        assertEquals("wr 1 SUCCESS RECV 516 bytes", fixture.completion());
        assertArrayEquals(Packets.payload(256), fixture.memory(256, 256));
    }

    @ParameterizedTest
    @EnumSource(value = Opcode.class, names = {
        "RC_SEND_FIRST", "RC_SEND_ONLY", "RC_SEND_ONLY_WITH_IMMEDIATE", "RC_SEND_ONLY_WITH_INVALIDATE",
        "RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE"})
    void shouldAskForTheRequestLaterWhenNoReceiveIsPosted(final Opcode opcode) throws Exception
    {
        for (int i = 0; i < 3; i++)
        {
            assertEquals(Fate.RNR_NAK, fixture.receive(fixture.request(opcode, PSN, addr, 4, 256)));
            assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x2c msn 0"), fixture.takeSent());
        }
        assertEquals(List.of(), fixture.failures);

        fixture.post(1, 0, 256);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.RC_SEND_ONLY, PSN, 256)));
    }

    /** Where the immediate is, and not before. */
    @Test
    void shouldWriteUpToTheImmediateThatFindsNoReceive() throws Exception
    {
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, addr, 260, 256)));
        assertEquals(Fate.RNR_NAK, fixture.receive(
            fixture.request(Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, PSN + 1, 4)));
        assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x2c msn 0"), fixture.takeSent());
        assertArrayEquals(Packets.payload(256), fixture.memory(0, 256));
        assertArrayEquals(new byte[4], fixture.memory(256, 4));

        fixture.post(1, 5000, 0);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, PSN + 1, 4)));
        assertEquals("wr 1 SUCCESS RECV_RDMA_WITH_IMM 260 bytes flags 2", fixture.completion());
    }

    /** The rest of a long message is already on its way when its First meets no receive. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldTreatWhatFollowsARequestWithoutReceiveAsTheProfileSays(final Profile profile) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, profile).connect(PSN, 4);
        assertEquals(Fate.RNR_NAK, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));
        assertEquals(
            profile == Profile.IBTA ? Fate.PSN_AHEAD_DROPPED : Fate.NAK_PSN_SEQUENCE,
            fixture.receive(fixture.request(Opcode.RC_SEND_MIDDLE, PSN + 1, 256)));
        assertEquals(Fate.PSN_AHEAD_DROPPED, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 2, 4)));
        assertEquals(profile == Profile.IBTA ? 1 : 2, fixture.takeSent().size());

        fixture.post(1, 0, 1000);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));
        assertEquals(Fate.NAK_PSN_SEQUENCE, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 2, 4)));
    }

    private Fate write(final int psn)
    {
        return fixture.receive(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, psn, addr, 4, 4));
    }
}
