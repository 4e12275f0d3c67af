package io.roce.nic.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.nic.qp.QpnStatus;
import io.roce.wire.opcode.Opcode;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FateReasonTest
{
    private static final long MAPPED = 0xFFFFL << 32;

    private final FateReason reason = new FateReason();

    @Test
    void shouldSayNothingWhereThereIsNothingToCompare()
    {
        reason.set(Expectation.PSN, 1, 2);
        reason.clear();

        assertEquals("", reason.toString());
        assertNull(reason.expected());
        assertNull(reason.came());
        assertNull(reason.note());
    }

    /** Every expectation can be read, whatever numbers it was given that are in range of its enums. */
    @ParameterizedTest
    @EnumSource(value = Expectation.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldSayBothSidesOfEachExpectation(final Expectation expectation)
    {
        reason.set(expectation, 1, 1, 1, 1, 1, 1);

        assertEquals(
            expectation.label() + ": expected " + expectation.text(reason.expected()) + ", " + expectation.verb() +
                " " + expectation.text(reason.came()) + (reason.note() == null ? "" : "; " + reason.note()),
            reason.toString());
    }

    @Test
    void shouldTellAddressesOfBothFamilies()
    {
        reason.set(Expectation.PEER, 0, MAPPED | 0x7F000103, 0x2001_0db8_0000_0000L, 1);

        assertEquals("src: expected 127.0.1.3, came 2001:db8::1", reason.toString());
    }

    @Test
    void shouldTellWhichIdentificationWouldExplainAnIcrc()
    {
        reason.set(Expectation.ICRC, 0x82FD_002AL, 0x1234, 0, 0x82FD_002BL, 0, 0);

        assertEquals(
            "icrc: expected 0x82fd002a, came 0x82fd002b; right for IPv4 identification 0x1234 with don't-fragment " +
                "clear, which the node's ICRC mode does not allow",
            reason.toString());
    }

    @Test
    void shouldTellTwoLimitedMembersFromTwoPartitions()
    {
        reason.set(Expectation.P_KEY, 0x0001, 0x0001);
        assertEquals("p_key: expected 0x0001, came 0x0001; limited members do not talk to each other",
            reason.toString());
        reason.set(Expectation.P_KEY, 0xFFFF, 0x8001);
        assertEquals("p_key: expected 0xffff, came 0x8001", reason.toString());
    }

    @Test
    void shouldTellHowLongANumberIsHeldBack()
    {
        reason.set(Expectation.QPN_STATUS, 0, 0, QpnStatus.QUARANTINED.ordinal(), 1_499_000_001L);
        assertEquals("status: expected LIVE, was QUARANTINED; held back for 1.5s more", reason.toString());

        reason.set(Expectation.QPN_STATUS, 0, 0, QpnStatus.QUARANTINED.ordinal(), Long.MAX_VALUE);
        assertEquals(
            "status: expected LIVE, was QUARANTINED; held back until enough other numbers have been handed out",
            reason.toString());
    }

    @Test
    void shouldTellTheBoundsAndTheAccessOfARegion() throws Exception
    {
        final ProtectionDomains pds = new ProtectionDomains(1);
        final MemoryRegions regions = new MemoryRegions(pds, 1, new SplittableRandom(1));
        final int access = AccessFlag.LOCAL_WRITE.bit() | AccessFlag.REMOTE_READ.bit();
        final MemoryRegion region = regions.regMr(
            pds.allocPd(), new MrInit(ByteBuffer.allocateDirect(64), access).key(0x1200).addr(0x1000));
        final int write = AccessFlag.REMOTE_WRITE.bit();

        KeyReason.set(reason, Expectation.R_KEY, KeyVerdict.OUT_OF_BOUNDS, region, 0x1200, write, 0x1030, 64);
        assertEquals(
            "r_key: expected within 0x1000 and 64 bytes, came 0x00001200 at 0x1030, 64 bytes", reason.toString());
        KeyReason.set(reason, Expectation.R_KEY, KeyVerdict.NO_PERMISSION, region, 0x1200, write, 0x1030, 4);
        assertEquals(
            "r_key: expected at most LOCAL_WRITE|REMOTE_READ, came 0x00001200 for REMOTE_WRITE", reason.toString());
        KeyReason.set(reason, Expectation.INVALIDATE, KeyVerdict.NO_PERMISSION, region, 0x1200, 0, 0, 0);
        assertEquals(
            "r_key: expected a region that was registered as one that can be invalidated, came 0x00001200",
            reason.toString());
    }

    @Test
    void shouldBeACopyThatStays()
    {
        reason.set(Expectation.OPERATION, 0, Opcode.RC_FLUSH.ordinal());
        final FateReason copy = new FateReason();
        copy.copyFrom(reason);
        reason.clear();

        assertEquals("opcode: expected an operation that is served, came RC_FLUSH", copy.toString());
    }
}
