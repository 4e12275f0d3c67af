package io.roce.nic.transport;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.WorkCompletion;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;

import java.nio.ByteBuffer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Flags as of {@code ibv_wc_flags}: GRH 1, WITH_IMM 2, WITH_INV 8. Of a SEND over RC Linux 6.1 was seen to say 1. */
class GrhFlagTest
{
    private static final int PSN = 0x500;

    @ParameterizedTest
    @CsvSource({
        "RC, RC_SEND_ONLY, 0, 1",
        "RC, RC_SEND_ONLY_WITH_IMMEDIATE, 2, 3",
        "RC, RC_SEND_ONLY_WITH_INVALIDATE, 8, 9",
        "RC, RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 2, 3",
        "UC, UC_SEND_ONLY, 0, 1",
        "UC, UC_SEND_ONLY_WITH_IMMEDIATE, 2, 3",
        "UC, UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 2, 3",
        "UD, UD_SEND_ONLY, 1, 1",
        "UD, UD_SEND_ONLY_WITH_IMMEDIATE, 3, 3"})
    void shouldBeSetAsTheProfileHasIt(
        final QpType type, final Opcode opcode, final int ibta, final int rxe) throws Exception
    {
        assertEquals(ibta, flags(type, opcode, Profile.IBTA));
        assertEquals(rxe, flags(type, opcode, Profile.RXE_6_1));
    }

    /** As little as the completion of a request, or of a receive that was flushed. */
    @ParameterizedTest
    @CsvSource({"RC", "UC", "UD"})
    void shouldNotBeSetWhereNothingWasReceived(final QpType type) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(type, Profile.RXE_6_1).connect(PSN, 1);
        fixture.post(1, 0, 1_024);
        fixture.qp.recvQueue.flush();
        assertEquals(0, flags(fixture));
    }

    private static int flags(final QpType type, final Opcode opcode, final Profile profile) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(type, profile).connect(PSN, 1);
        fixture.post(1, 0, 1_024);
        final var packet = opcode.name().contains("WRITE") ?
            fixture.request(opcode, PSN, fixture.region.addr(), 4, 4) : fixture.request(opcode, PSN, 4);
        if (opcode == Opcode.RC_SEND_ONLY_WITH_INVALIDATE)
        {
            final MemoryRegion victim = fixture.regions.regMr(
                fixture.pd, new MrInit(ByteBuffer.allocateDirect(16), AccessFlag.ALL).invalidatable());
            packet.set(PacketField.INVALIDATE_R_KEY, Integer.toUnsignedLong(victim.rkey()));
        }
        fixture.receive(packet);
        return flags(fixture);
    }

    private static int flags(final ResponderFixture fixture)
    {
        final WorkCompletion completion = new WorkCompletion();
        assertTrue(fixture.cq.poll(completion));
        return completion.flags();
    }
}
