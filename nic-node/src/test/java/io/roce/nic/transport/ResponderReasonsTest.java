package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MrInit;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;

/** What is said of requests that are refused, where several checks have one fate. The path MTU is 256. */
class ResponderReasonsTest
{
    private static final int PSN = 0x500;

    private final ResponderFixture rc = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 1);

    ResponderReasonsTest() throws Exception
    {
    }

    @Test
    void shouldTellAMessageThatIsUnderWay()
    {
        rc.receive(rc.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, rc.region.addr(), 300, 256));

        refused(
            Fate.NAK_INVALID_REQUEST,
            "opcode: expected Middle or Last of the RDMA WRITE under way, came RC_SEND_ONLY",
            rc.request(Opcode.RC_SEND_ONLY, PSN + 1, 4));
    }

    @Test
    void shouldTellTheAccessThatTheQueuePairDoesNotAllow()
    {
        rc.qp.accessFlags = AccessFlag.REMOTE_READ.bit();

        refused(
            Fate.NAK_INVALID_REQUEST,
            "qp_access_flags: expected at most REMOTE_READ, came REMOTE_WRITE",
            rc.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, rc.region.addr(), 4, 4));
    }

    @Test
    void shouldTellHowManyReadsMayBeUnanswered()
    {
        rc.feed(rc.read(PSN, rc.region.addr(), 4));

        refused(
            Fate.NAK_INVALID_REQUEST,
            "max_dest_rd_atomic: expected at most 1 unanswered, came 2",
            rc.read(PSN + 1, rc.region.addr(), 4));
    }

    @Test
    void shouldTellWhichLengthIsWrong() throws Exception
    {
        final long addr = rc.region.addr();
        refused("payload_length: expected 256, came 252",
            f -> f.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, addr, 300, 252));
        refused("payload_length: expected 0 to 256, came 260",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr, 260, 260));
        refused("payload_length: expected 0, came 4",
            f -> f.request(Opcode.RC_RDMA_READ_REQUEST, PSN, addr, 4, 4));
        refused("pad_count: expected 3, came 2",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr, 5, 7).set(PacketField.PAD_COUNT, 2));
        refused("dma_length: expected at most 2147483648, came 2147483649",
            f -> f.request(Opcode.RC_RDMA_READ_REQUEST, PSN, addr, (1L << 31) + 1, 0));
        refused("payload_length: expected 8, came 4",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr, 8, 4));
        refused("payload_length: expected fewer than the 256 to come, came 256",
            f -> f.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, addr, 256, 256));
    }

    @Test
    void shouldTellBoundsAccessAndDomainOfAKey() throws Exception
    {
        final long addr = rc.region.addr();
        final String key = "0x%08x".formatted(rc.region.rkey());
        refused(
            Fate.NAK_REMOTE_ACCESS,
            "r_key: expected within 0x%x and %d bytes, came %s at 0x%x, 8 bytes".formatted(
                addr, rc.region.length(), key, addr + rc.region.length() - 4),
            rc.read(PSN, addr + rc.region.length() - 4, 8));

        final ResponderFixture local = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 1);
        final int lkey = local.regions.regMr(
            local.pd, new MrInit(ByteBuffer.allocateDirect(8), AccessFlag.LOCAL_WRITE.bit()).addr(0)).lkey();
        assertEquals(Fate.NAK_REMOTE_ACCESS, local.receive(
            local.read(PSN, 0, 8).set(PacketField.R_KEY, Integer.toUnsignedLong(lkey))));
        assertEquals(
            "r_key: expected at most LOCAL_WRITE, came 0x%08x for REMOTE_READ".formatted(lkey),
            local.reason.toString());
    }

    @Test
    void shouldTellWhereAnAtomicMustBe()
    {
        refused(
            Fate.NAK_INVALID_REQUEST,
            "virtual_address: expected a multiple of 8, came 0x%016x".formatted(rc.region.addr() + 4),
            rc.atomic(Opcode.RC_FETCH_ADD, PSN, rc.region.addr() + 4, 1, 0));
    }

    @Test
    void shouldTellWhatIsSavedThatADuplicateIsNotOf()
    {
        rc.receive(rc.read(PSN, rc.region.addr(), 8));

        refused(
            Fate.DUPLICATE_DROPPED,
            "duplicate: expected 0x%1$08x at 0x%2$x, 8 bytes, came 0x%1$08x at 0x%2$x, 16 bytes".formatted(
                rc.region.rkey(), rc.region.addr()),
            rc.read(PSN, rc.region.addr(), 16));
    }

    @Test
    void shouldTellHowLongAReceiveIs() throws Exception
    {
        rc.post(1, 0, 300);
        rc.receive(rc.request(Opcode.RC_SEND_FIRST, PSN, 256));

        refused(
            Fate.NAK_INVALID_REQUEST,
            "message_length: expected at most 300, came 316",
            rc.request(Opcode.RC_SEND_LAST, PSN + 1, 60));
    }

    @Test
    void shouldTellThatTheRestOfAMessageIsDropped() throws Exception
    {
        final ResponderFixture uc = new ResponderFixture(QpType.UC, Profile.IBTA).connect(PSN, 0);
        assertEquals(Fate.UC_MESSAGE_DROPPED, uc.receive(uc.request(Opcode.UC_SEND_MIDDLE, PSN + 7, 256)));
        assertEquals("psn: expected 0x000500, came 0x000507", uc.reason.toString());

        assertEquals(Fate.UC_MESSAGE_DROPPED, uc.receive(uc.request(Opcode.UC_SEND_LAST, PSN + 8, 4)));
        assertEquals(
            "opcode: expected First or Only, as no message is under way, came UC_SEND_LAST", uc.reason.toString());
    }

    private void refused(final Fate fate, final String reason, final RocePacketBuilder packet)
    {
        assertEquals(fate, rc.receive(packet));
        assertEquals(reason, rc.reason.toString());
    }

    /** The queue pair is another each time, since a request that is invalid fails it. */
    private static void refused(final String reason, final Request request) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 1);
        assertEquals(Fate.NAK_INVALID_REQUEST, fixture.receive(request.packet(fixture)), reason);
        assertEquals(reason, fixture.reason.toString());
    }

    private interface Request
    {
        RocePacketBuilder packet(ResponderFixture fixture);
    }
}
