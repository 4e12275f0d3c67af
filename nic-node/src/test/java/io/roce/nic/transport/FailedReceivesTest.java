package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWr;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RocePacketBuilder;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of the receive of a request that fails; with rxe-6.1 as Linux 6.1 was seen to do it, in the lab. */
class FailedReceivesTest
{
    private static final int PSN = 0x500;
    private static final int RECEIVE_LENGTH = 300;
    private static final String LEFT = "none";

    private interface Request
    {
        RocePacketBuilder packet(ResponderFixture fixture);
    }

    static List<Arguments> requests()
    {
        return List.of(
            row("SEND longer than the receive", "LOC_LEN_ERR", "LOC_QP_OP_ERR",
                f -> f.request(Opcode.RC_SEND_LAST, PSN + 1, RECEIVE_LENGTH - 255)),
            row("WRITE in the midst of a SEND", LEFT, "REM_INV_REQ_ERR",
                f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 1, f.region.addr(), 8, 8)),
            row("SEND without First", LEFT, LEFT,
                f -> f.request(Opcode.RC_SEND_MIDDLE, PSN, 256)),
            row("immediate with a wrong key", LEFT, "REM_ACCESS_ERR",
                f -> f.request(Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, PSN, f.region.addr(), 8, 8)
                    .set(PacketField.R_KEY, Integer.toUnsignedLong(f.region.rkey() ^ 1))),
            row("immediate with less than the RETH says", LEFT, "REM_INV_REQ_ERR",
                f -> f.request(Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, PSN, f.region.addr(), 8, 4)),
            row("WRITE with a wrong key", LEFT, LEFT,
                f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 8, 8)
                    .set(PacketField.R_KEY, Integer.toUnsignedLong(f.region.rkey() ^ 1))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void shouldEndAsTheProfileHasIt(
        final String what, final String ibta, final String rxe, final Request request) throws Exception
    {
        assertEquals(ibta, status(Profile.IBTA, request));
        assertEquals(rxe, status(Profile.RXE_6_1, request));
    }

    @ParameterizedTest
    @EnumSource(value = QpType.class, names = {"RC", "UC", "UD"})
    void shouldEndAsTheProfileHasItWhenTheReceiveHasNoKey(final QpType type) throws Exception
    {
        for (final Profile profile : Profile.values())
        {
            final ResponderFixture fixture = new ResponderFixture(type, profile).connect(PSN, 4);
            fixture.qp.recvQueue.post(new RecvWr().wrId(1).sge(fixture.region.addr(), 100, fixture.region.lkey() ^ 1));

            fixture.receive(fixture.request(Opcode.valueOf(type + "_SEND_ONLY"), PSN, 4));

            assertEquals(profile == Profile.IBTA ? "LOC_PROT_ERR" : "LOC_QP_OP_ERR", status(fixture));
            assertEquals(List.of("ERR"), fixture.failures);
        }
    }

    @ParameterizedTest
    @EnumSource(value = QpType.class, names = {"UC", "UD"})
    void shouldFailWithWhatItsReceiveIsTooSmallForAsRxeDoes(final QpType type) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(type, Profile.RXE_6_1).connect(PSN, 0);
        fixture.post(1, 0, 100);
        fixture.post(2, 0, 100);

        assertEquals(
            Fate.RECEIVE_TOO_SMALL,
            fixture.receive(fixture.request(Opcode.valueOf(type + "_SEND_ONLY"), PSN, 101)));

        assertEquals("LOC_QP_OP_ERR", status(fixture));
        assertEquals(1, fixture.qp.recvQueue.size(), "left for the flush");
        assertEquals(List.of("ERR"), fixture.failures);
    }

    @Test
    void shouldAcknowledgeWhatCannotBeInvalidatedAsRxeDoes() throws Exception
    {
        assertEquals(List.of(), answers(Profile.IBTA, true));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 0"), answers(Profile.RXE_6_1, true));
        assertEquals(List.of(), answers(Profile.RXE_6_1, false));
    }

    private static List<String> answers(final Profile profile, final boolean isAckRequest) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, profile).connect(PSN, 4);
        fixture.post(1, 0, 100);

        assertEquals(Fate.INVALIDATE_REFUSED, fixture.receive(
            fixture.request(Opcode.RC_SEND_ONLY_WITH_INVALIDATE, PSN, 8)
                .set(PacketField.INVALIDATE_R_KEY, Integer.toUnsignedLong(fixture.region.rkey() ^ 1))
                .set(PacketField.ACK_REQ, isAckRequest ? 1 : 0)));

        assertEquals("REM_INV_REQ_ERR", status(fixture));
        assertEquals(List.of("ERR"), fixture.failures);
        return fixture.takeSent();
    }

    /** Of the first of two receives, whose request may be the second packet of a SEND. */
    private static String status(final Profile profile, final Request request) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, profile).connect(PSN, 4);
        fixture.post(1, 0, RECEIVE_LENGTH);
        fixture.post(2, 0, RECEIVE_LENGTH);
        final RocePacketBuilder packet = request.packet(fixture);
        if (Packets.build(packet).packet().bth().psn() != PSN)
        {
            assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));
        }

        fixture.receive(packet);

        assertEquals(List.of("ERR"), fixture.failures);
        final String status = status(fixture);
        assertEquals(status.equals(LEFT) ? 2 : 1, fixture.qp.recvQueue.size(), "left for the flush");
        return status;
    }

    /** Of the first receive's completion. */
    private static String status(final ResponderFixture fixture)
    {
        final String completion = fixture.completion();
        return completion.equals(LEFT) ? LEFT : completion.replaceFirst("^wr 1 (\\w+) RECV 0 bytes$", "$1");
    }

    private static Arguments row(final String what, final String ibta, final String rxe, final Request request)
    {
        return Arguments.of(what, ibta, rxe, request);
    }
}
