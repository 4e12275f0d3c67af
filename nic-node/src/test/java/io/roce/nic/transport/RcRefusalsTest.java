package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.WcFlag;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an RC responder refuses for good: a NAK with the PSN of the request, and ERR. */
class RcRefusalsTest
{
    private static final int PSN = 0x500;
    private static final String INVALID = "ACKNOWLEDGE 0x000500 syndrome 0x61 msn 0";
    private static final String ACCESS = "ACKNOWLEDGE 0x000500 syndrome 0x62 msn 0";
    private static final String OPERATIONAL = "ACKNOWLEDGE 0x000500 syndrome 0x63 msn 0";

    private interface Row
    {
        RocePacketBuilder packet(ResponderFixture fixture) throws Exception;
    }

    static List<Arguments> rows()
    {
        final List<Arguments> rows = new ArrayList<>();
        for (final Profile profile : Profile.values())
        {
            invalid(rows, profile);
            access(rows, profile);
        }
        shapeOfSend(rows, Profile.IBTA);
        return rows;
    }

    private static void invalid(final List<Arguments> rows, final Profile profile)
    {
        invalid(rows, profile, "Middle of a SEND without First", f -> f.request(Opcode.RC_SEND_MIDDLE, PSN, 256));
        invalid(rows, profile, "Last of a SEND without First", f -> f.request(Opcode.RC_SEND_LAST, PSN, 5));
        invalid(rows, profile, "Middle of a WRITE without First",
            f -> f.request(Opcode.RC_RDMA_WRITE_MIDDLE, PSN, 256));
        invalid(rows, profile, "Last of a WRITE without First", f -> f.request(Opcode.RC_RDMA_WRITE_LAST, PSN, 5));
        invalid(rows, profile, "WRITE that the queue pair does not allow", f -> without(f, AccessFlag.REMOTE_WRITE)
            .request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 4, 4));
        invalid(rows, profile, "READ that the queue pair does not allow", f -> without(f, AccessFlag.REMOTE_READ)
            .read(PSN, f.region.addr(), 4));
        invalid(rows, profile, "atomic that the queue pair does not allow", f -> without(f, AccessFlag.REMOTE_ATOMIC)
            .atomic(Opcode.RC_FETCH_ADD, PSN, f.region.addr(), 1, 0));
        invalid(rows, profile, "READ with max_dest_rd_atomic 0", f -> f.connect(PSN, 0)
            .read(PSN, f.region.addr(), 4));
        invalid(rows, profile, "atomic with max_dest_rd_atomic 0", f -> f.connect(PSN, 0)
            .atomic(Opcode.RC_COMPARE_SWAP, PSN, f.region.addr(), 1, 0));
        invalid(rows, profile, "WRITE Only longer than the MTU",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 260, 260));
        invalid(rows, profile, "WRITE of more than 2^31",
            f -> f.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, f.region.addr(), (1L << 31) + 1, 256));
        invalid(rows, profile, "READ of more than 2^31", f -> f.read(PSN, f.region.addr(), (1L << 31) + 1));
        invalid(rows, profile, "READ with a payload", f -> f.read(PSN, f.region.addr(), 4).payload(new byte[4]));
        invalid(rows, profile, "WRITE with pad 3 where none is due",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 8, 8)
                .set(PacketField.PAD_COUNT, 3));
        invalid(rows, profile, "WRITE of less than the RETH says",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 8, 4));
        invalid(rows, profile, "WRITE of more than the RETH says",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 4, 8));
        invalid(rows, profile, "WRITE of something where the RETH says nothing",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 0, 4));
        invalid(rows, profile, "WRITE First that brings all that the RETH says",
            f -> f.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, f.region.addr(), 256, 256));
        invalid(rows, profile, "WRITE Only where the RETH says two packets",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 512, 256));
        invalid(rows, profile, "atomic at an address that is no multiple of 8",
            f -> f.atomic(Opcode.RC_FETCH_ADD, PSN, f.region.addr() + 4, 1, 0));
    }

    private static void shapeOfSend(final List<Arguments> rows, final Profile profile)
    {
        invalid(rows, profile, "Only longer than the MTU", f -> f.request(Opcode.RC_SEND_ONLY, PSN, 257));
        invalid(rows, profile, "First shorter than the MTU", f -> f.request(Opcode.RC_SEND_FIRST, PSN, 255));
        invalid(rows, profile, "First longer than the MTU", f -> f.request(Opcode.RC_SEND_FIRST, PSN, 260));
        invalid(rows, profile, "SEND with pad 3 where 2 is due",
            f -> f.request(Opcode.RC_SEND_ONLY, PSN, 9).set(PacketField.PAD_COUNT, 3));
        invalid(rows, profile, "SEND without the pad that is due",
            f -> f.request(Opcode.RC_SEND_ONLY, PSN, 7).set(PacketField.PAD_COUNT, 0));
    }

    private static void access(final List<Arguments> rows, final Profile profile)
    {
        access(rows, profile, "WRITE with an unknown key",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr(), 4, 4)
                .set(PacketField.R_KEY, Integer.toUnsignedLong(f.region.rkey() ^ 1)));
        access(rows, profile, "WRITE past the region", f -> f.request(
            Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr() + ResponderFixture.MEMORY_LENGTH - 3, 4, 4));
        access(rows, profile, "WRITE whose later packets are past the region", f -> f.request(
            Opcode.RC_RDMA_WRITE_FIRST, PSN, f.region.addr() + ResponderFixture.MEMORY_LENGTH - 511, 512, 256));
        access(rows, profile, "WRITE before the region",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, f.region.addr() - 1, 4, 4));
        access(rows, profile, "WRITE to a region that peers may only read",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, 0x1000, 4, 4).set(
                PacketField.R_KEY, key(f, AccessFlag.LOCAL_WRITE.bit() | AccessFlag.REMOTE_READ.bit())));
        access(rows, profile, "READ of a region that peers may only write",
            f -> f.read(PSN, 0x1000, 4).set(
                PacketField.R_KEY, key(f, AccessFlag.LOCAL_WRITE.bit() | AccessFlag.REMOTE_WRITE.bit())));
        access(rows, profile, "READ past the region",
            f -> f.read(PSN, f.region.addr() + 1, ResponderFixture.MEMORY_LENGTH));
        access(rows, profile, "READ beyond the last address", f -> f.read(PSN, -1L, 4));
        access(rows, profile, "atomic on a region without atomics",
            f -> f.atomic(Opcode.RC_FETCH_ADD, PSN, 0x1000, 1, 0).set(
                PacketField.ATOMIC_R_KEY, key(f, AccessFlag.ALL & ~AccessFlag.REMOTE_ATOMIC.bit())));
        access(rows, profile, "atomic with an unknown key, at an address that is no multiple of 8 too",
            f -> f.atomic(Opcode.RC_FETCH_ADD, PSN, f.region.addr() + 4, 1, 0).set(PacketField.ATOMIC_R_KEY, 0));
        access(rows, profile, "WRITE to another protection domain",
            f -> f.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, 0x1000, 4, 4).set(
                PacketField.R_KEY, Integer.toUnsignedLong(f.regions.regMr(f.pds.allocPd(), new MrInit(
                    ByteBuffer.allocateDirect(64), AccessFlag.ALL).addr(0x1000)).rkey())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    void shouldRefuse(
        final Profile profile, final String what, final Fate fate, final String nak, final Row row) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, profile).connect(PSN, 4);
        fixture.post(1, 0, 4096);

        assertEquals(fate, fixture.receive(row.packet(fixture)));

        assertEquals(List.of(nak), fixture.takeSent());
        assertEquals(List.of("ERR"), fixture.failures);
        assertArrayEquals(new byte[4096], fixture.memory(0, 4096), "nothing was written");
        assertEquals(PSN, fixture.qp.responder.ePsn);
    }

    @ParameterizedTest
    @EnumSource(value = Opcode.class, names = {
        "RC_SEND_FIRST", "RC_SEND_ONLY", "RC_RDMA_WRITE_FIRST", "RC_RDMA_WRITE_MIDDLE", "RC_RDMA_WRITE_LAST",
        "RC_RDMA_WRITE_ONLY", "RC_RDMA_READ_REQUEST", "RC_FETCH_ADD", "RC_COMPARE_SWAP"})
    void shouldRefuseWhatDoesNotContinueTheOpenMessage(final Opcode opcode) throws Exception
    {
        final ResponderFixture fixture = fixture(Profile.IBTA);
        fixture.post(1, 0, 4096);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));

        assertEquals(Fate.NAK_INVALID_REQUEST, fixture.receive(fixture.request(opcode, PSN + 1)));
        assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x61 msn 0"), fixture.takeSent());
    }

    /** Which the kernel does: captures/lab/probe.py shows its answers and the lengths of its completions. */
    @ParameterizedTest
    @CsvSource({
        "ONLY, 8, 3, , 5", "ONLY, 260, 0, , 260", "FIRST, 252, 0, 4, 256", "FIRST, 260, 0, 4, 264",
        "FIRST, 256, 0, 0, 256"})
    void shouldTakeASendOfAnyShapeUnderTheProfileOfTheKernel(
        final String opcode, final int length, final int padCount, final Integer lastLength, final int received)
        throws Exception
    {
        final ResponderFixture fixture = fixture(Profile.RXE_6_1);
        fixture.post(1, 0, 4096);
        final boolean isOnly = lastLength == null;

        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.valueOf("RC_SEND_" + opcode), PSN, length).set(PacketField.PAD_COUNT, padCount)));
        if (!isOnly)
        {
            assertEquals(
                Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 1, lastLength)));
        }

        assertEquals(
            "wr 1 SUCCESS RECV %d bytes flags %d".formatted(received, WcFlag.GRH.bit()), fixture.completion());
        assertEquals(List.of(), fixture.failures);
    }

    @ParameterizedTest
    @EnumSource(value = Opcode.class, names = {"RC_SEND_LAST", "RC_RDMA_WRITE_LAST"})
    void shouldRefuseALastThatIsEmptyOrTooLong(final Opcode last) throws Exception
    {
        for (final int length : new int[] {0, 257})
        {
            final ResponderFixture fixture = fixture(Profile.IBTA);
            fixture.post(1, 0, 4096);
            final Opcode first =
                last == Opcode.RC_SEND_LAST ? Opcode.RC_SEND_FIRST : Opcode.RC_RDMA_WRITE_FIRST;
            assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
                fixture.request(first, PSN, fixture.region.addr(), 256 + Math.max(1, length), 256)));

            assertEquals(Fate.NAK_INVALID_REQUEST, fixture.receive(fixture.request(last, PSN + 1, length)));
            assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x61 msn 0"), fixture.takeSent());
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldRefuseASendThatIsLongerThanItsReceive(final Profile profile) throws Exception
    {
        final ResponderFixture fixture = fixture(profile);
        fixture.post(1, 0, 300);
        fixture.post(2, 0, 300);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));

        assertEquals(
            profile == Profile.IBTA ? Fate.NAK_INVALID_REQUEST : Fate.NAK_REMOTE_OPERATIONAL,
            fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 1, 45)));
        assertEquals(
            List.of("ACKNOWLEDGE 0x000501 syndrome 0x%s msn 0".formatted(profile == Profile.IBTA ? "61" : "63")),
            fixture.takeSent());
        assertEquals(
            "wr 1 %s RECV 0 bytes".formatted(profile == Profile.IBTA ? "LOC_LEN_ERR" : "LOC_QP_OP_ERR"),
            fixture.completion());
        assertEquals("none", fixture.completion());
        assertEquals(1, fixture.qp.recvQueue.size());
    }

    /** The length is exactly that of the receive, to the byte. */
    @Test
    void shouldTakeASendThatFillsItsReceive() throws Exception
    {
        final ResponderFixture fixture = fixture(Profile.IBTA);
        fixture.post(1, 0, 300);
        fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 1, 44)));
        assertEquals("wr 1 SUCCESS RECV 300 bytes", fixture.completion());
    }

    @Test
    void shouldRefuseASendWhoseReceiveHasNoKey() throws Exception
    {
        final ResponderFixture fixture = fixture(Profile.IBTA);
        fixture.qp.recvQueue.post(new RecvWr().wrId(1).sge(fixture.region.addr(), 100, fixture.region.lkey() ^ 1));

        assertEquals(Fate.NAK_REMOTE_OPERATIONAL, fixture.receive(fixture.request(Opcode.RC_SEND_ONLY, PSN, 4)));
        assertEquals(List.of(OPERATIONAL), fixture.takeSent());
        assertEquals("wr 1 LOC_PROT_ERR RECV 0 bytes", fixture.completion());
        assertEquals(List.of("ERR"), fixture.failures);
    }

    @Test
    void shouldRefuseASendWhoseReceiveHasLostItsRegion() throws Exception
    {
        final ResponderFixture fixture = fixture(Profile.IBTA);
        final MemoryRegion lost = fixture.regions.regMr(
            fixture.pd, new MrInit(ByteBuffer.allocateDirect(1000), AccessFlag.LOCAL_WRITE.bit()));
        fixture.qp.recvQueue.post(new RecvWr().wrId(1).sge(lost.addr(), 1000, lost.lkey()));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256)));
        fixture.regions.deregMr(lost);

        assertEquals(
            Fate.NAK_REMOTE_OPERATIONAL, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 1, 4)));
        assertEquals("wr 1 LOC_PROT_ERR RECV 0 bytes", fixture.completion());
    }

    @Test
    void shouldFailWithoutANakWhenTheCompletionHasNoRoom() throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, Profile.IBTA, 1).connect(PSN, 4);
        fixture.post(1, 0, 100);
        fixture.post(2, 0, 100);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.RC_SEND_ONLY, PSN, 4)));
        fixture.takeSent();

        assertEquals(Fate.CQ_OVERFLOW, fixture.receive(fixture.request(Opcode.RC_SEND_ONLY, PSN + 1, 4)));
        assertEquals(List.of(), fixture.takeSent());
        assertEquals(List.of("ERR"), fixture.failures);
    }

    @ParameterizedTest
    @EnumSource(value = Opcode.class, names = {"RC_FLUSH", "RC_ATOMIC_WRITE"})
    void shouldRefuseOrDropWhatIsNotServed(final Opcode opcode) throws Exception
    {
        final ResponderFixture ibta = fixture(Profile.IBTA);
        assertEquals(Fate.DUPLICATE_DROPPED, ibta.receive(ibta.request(opcode, PSN - 1)));
        assertEquals(Fate.NAK_INVALID_REQUEST, ibta.receive(ibta.request(opcode, PSN)));
        assertEquals(List.of(INVALID), ibta.takeSent());
        assertEquals(List.of("ERR"), ibta.failures);

        final ResponderFixture rxe = fixture(Profile.RXE_6_1);
        assertEquals(Fate.UNSERVED_DROPPED, rxe.receive(rxe.request(opcode, PSN)));
        assertEquals(List.of(), rxe.takeSent());
        assertEquals(List.of(), rxe.failures);
    }

    @Test
    void shouldRefuseAReservedOpcodeWhenItsTurnHasCome() throws Exception
    {
        final ResponderFixture ibta = fixture(Profile.IBTA);
        assertEquals(Fate.MALFORMED_UNKNOWN_OPCODE, ibta.responders.onReservedOpcode(ibta.qp, PSN + 1));
        assertEquals(Fate.MALFORMED_UNKNOWN_OPCODE, ibta.responders.onReservedOpcode(ibta.qp, PSN - 1));
        assertEquals(List.of(), ibta.takeSent());
        assertEquals(Fate.NAK_INVALID_REQUEST, ibta.responders.onReservedOpcode(ibta.qp, PSN));
        assertEquals(List.of(INVALID), ibta.takeSent());
        assertEquals(List.of("ERR"), ibta.failures);

        final ResponderFixture rxe = fixture(Profile.RXE_6_1);
        assertEquals(Fate.MALFORMED_UNKNOWN_OPCODE, rxe.responders.onReservedOpcode(rxe.qp, PSN));
        assertEquals(List.of(), rxe.takeSent());
    }

    private static ResponderFixture fixture(final Profile profile) throws Exception
    {
        return new ResponderFixture(QpType.RC, profile).connect(PSN, 4);
    }

    private static ResponderFixture without(final ResponderFixture fixture, final AccessFlag flag)
    {
        fixture.qp.accessFlags &= ~flag.bit();
        return fixture;
    }

    /** That of a region at 0x1000. */
    private static long key(final ResponderFixture fixture, final int access) throws Exception
    {
        return Integer.toUnsignedLong(fixture.regions.regMr(
            fixture.pd, new MrInit(ByteBuffer.allocateDirect(64), access).addr(0x1000)).rkey());
    }

    private static void invalid(
        final List<Arguments> rows, final Profile profile, final String what, final Row row)
    {
        rows.add(Arguments.of(profile, what, Fate.NAK_INVALID_REQUEST, INVALID, row));
    }

    private static void access(
        final List<Arguments> rows, final Profile profile, final String what, final Row row)
    {
        rows.add(Arguments.of(profile, what, Fate.NAK_REMOTE_ACCESS, ACCESS, row));
    }
}
