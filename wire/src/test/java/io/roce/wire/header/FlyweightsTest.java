package io.roce.wire.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each header twice: literal bytes to fields, and fields to literal bytes over a buffer that was full of 0xA5. */
class FlyweightsTest
{
    private static final int OFFSET = 3;

    @Test
    void shouldDeconstructBth()
    {
        final BthFlyweight bth = over(BthFlyweight::new, "14 b2 7f ff 40 00 00 17 80 de 98 93");

        assertEquals(0x14, bth.opcodeValue());
        assertTrue(bth.isSolicitedEvent());
        assertFalse(bth.isMigReq());
        assertEquals(3, bth.padCount());
        assertEquals(2, bth.transportVersion());
        assertEquals(0x7FFF, bth.pKey());
        assertFalse(bth.isFecn());
        assertTrue(bth.isBecn());
        assertEquals(0, bth.reserved6());
        assertEquals(0x17, bth.destQp());
        assertTrue(bth.isAckRequest());
        assertEquals(0, bth.reserved7());
        assertEquals(14_588_051, bth.psn());
    }

    @Test
    void shouldDeconstructReservedBitsOfBth()
    {
        final BthFlyweight bth = over(BthFlyweight::new, "00 40 00 00 ad ff ff fe 55 00 00 01");

        assertFalse(bth.isSolicitedEvent());
        assertTrue(bth.isMigReq());
        assertTrue(bth.isFecn());
        assertFalse(bth.isBecn());
        assertEquals(0x2D, bth.reserved6());
        assertEquals(0xFF_FFFE, bth.destQp());
        assertFalse(bth.isAckRequest());
        assertEquals(0x55, bth.reserved7());
        assertEquals(1, bth.psn());
    }

    @Test
    void shouldConstructBth()
    {
        final BthFlyweight bth = blank(BthFlyweight::new);
        bth.opcodeValue(0x0A).isSolicitedEvent(true).isMigReq(false).padCount(1).transportVersion(0).pKey(0xFFFF)
            .isFecn(true).isBecn(false).reserved6(0x3F).destQp(0x00_0102).isAckRequest(true).reserved7(0)
            .psn(0xFE_DCBA);

        assertBytes("0a 90 ff ff bf 00 01 02 80 fe dc ba", bth);
    }

    @Test
    void shouldDeconstructRdeth()
    {
        final RdethFlyweight rdeth = over(RdethFlyweight::new, "80 fe dc ba");

        assertEquals(0x80, rdeth.reserved());
        assertEquals(0xFE_DCBA, rdeth.eeContext());
    }

    @Test
    void shouldConstructRdeth()
    {
        final RdethFlyweight rdeth = blank(RdethFlyweight::new);
        rdeth.reserved(0).eeContext(0x01_0203);

        assertBytes("00 01 02 03", rdeth);
    }

    @Test
    void shouldDeconstructDeth()
    {
        final DethFlyweight deth = over(DethFlyweight::new, "80 01 00 00 f1 00 00 01");

        assertEquals(0x8001_0000, deth.qKey());
        assertEquals(0xF1, deth.reserved());
        assertEquals(1, deth.srcQp());
    }

    @Test
    void shouldConstructDeth()
    {
        final DethFlyweight deth = blank(DethFlyweight::new);
        deth.qKey(0x1111_1111).reserved(0).srcQp(0xFE_DCBA);

        assertBytes("11 11 11 11 00 fe dc ba", deth);
    }

    @Test
    void shouldDeconstructXrceth()
    {
        final XrcethFlyweight xrceth = over(XrcethFlyweight::new, "ff 80 00 01");

        assertEquals(0xFF, xrceth.reserved());
        assertEquals(0x80_0001, xrceth.xrcSrq());
    }

    @Test
    void shouldConstructXrceth()
    {
        final XrcethFlyweight xrceth = blank(XrcethFlyweight::new);
        xrceth.reserved(0).xrcSrq(0x01_0203);

        assertBytes("00 01 02 03", xrceth);
    }

    @Test
    void shouldDeconstructFeth()
    {
        final FethFlyweight feth = over(FethFlyweight::new, "80 00 01 12");

        assertEquals(0x80_0001, feth.reserved());
        assertEquals(1, feth.selectivityLevel());
        assertEquals(2, feth.placementType());
    }

    @Test
    void shouldConstructFeth()
    {
        final FethFlyweight feth = blank(FethFlyweight::new);
        feth.reserved(0).selectivityLevel(1).placementType(3);

        assertBytes("00 00 00 13", feth);
    }

    @Test
    void shouldDeconstructReth()
    {
        final RethFlyweight reth = over(RethFlyweight::new, "ff 00 55 9c eb e3 d0 00 80 00 2a 1d ff ff ff ff");

        assertEquals(0xFF00_559C_EBE3_D000L, reth.virtualAddress());
        assertEquals(0x8000_2A1D, reth.rKey());
        assertEquals(4_294_967_295L, reth.dmaLength());
    }

    @Test
    void shouldConstructReth()
    {
        final RethFlyweight reth = blank(RethFlyweight::new);
        reth.virtualAddress(0x0000_559C_EBE3_D000L).rKey(0x2A1D).dmaLength(0x8000_0000L);

        assertBytes("00 00 55 9c eb e3 d0 00 00 00 2a 1d 80 00 00 00", reth);
    }

    @Test
    void shouldDeconstructAtomicEth()
    {
        final AtomicEthFlyweight atomicEth = over(AtomicEthFlyweight::new,
            "00 00 56 44 2e 5d b0 00 00 00 08 e9 01 02 03 04 05 06 07 08 f1 f2 f3 f4 f5 f6 f7 f8");

        assertEquals(0x0000_5644_2E5D_B000L, atomicEth.virtualAddress());
        assertEquals(0x8E9, atomicEth.rKey());
        assertEquals(0x0102_0304_0506_0708L, atomicEth.swapOrAddData());
        assertEquals(0xF1F2_F3F4_F5F6_F7F8L, atomicEth.compareData());
    }

    @Test
    void shouldConstructAtomicEth()
    {
        final AtomicEthFlyweight atomicEth = blank(AtomicEthFlyweight::new);
        atomicEth.virtualAddress(0x0000_5644_2E5D_B000L).rKey(0x8E9).swapOrAddData(1).compareData(-2);

        assertBytes("00 00 56 44 2e 5d b0 00 00 00 08 e9 00 00 00 00 00 00 00 01 ff ff ff ff ff ff ff fe", atomicEth);
    }

    @Test
    void shouldDeconstructAeth()
    {
        final AethFlyweight aeth = over(AethFlyweight::new, "e2 fe dc ba");

        assertEquals(0xE2, aeth.syndrome());
        assertEquals(0xFE_DCBA, aeth.msn());
    }

    @Test
    void shouldConstructAeth()
    {
        final AethFlyweight aeth = blank(AethFlyweight::new);
        aeth.syndrome(0x1F).msn(1);

        assertBytes("1f 00 00 01", aeth);
    }

    @Test
    void shouldDeconstructAtomicAckEth()
    {
        final AtomicAckEthFlyweight atomicAckEth = over(AtomicAckEthFlyweight::new, "59 cb 89 e7 21 4d b6 86");

        assertEquals(6_470_416_915_437_041_286L, atomicAckEth.originalData());
    }

    @Test
    void shouldConstructAtomicAckEth()
    {
        final AtomicAckEthFlyweight atomicAckEth = blank(AtomicAckEthFlyweight::new);
        atomicAckEth.originalData(6_470_416_915_437_041_286L);

        assertBytes("59 cb 89 e7 21 4d b6 86", atomicAckEth);
    }

    @Test
    void shouldDeconstructImmDt()
    {
        final ImmDtFlyweight immDt = over(ImmDtFlyweight::new, "f1 02 03 04");

        assertEquals(0xF102_0304, immDt.immediateData());
    }

    @Test
    void shouldConstructImmDt()
    {
        final ImmDtFlyweight immDt = blank(ImmDtFlyweight::new);
        immDt.immediateData(0x0102_0304);

        assertBytes("01 02 03 04", immDt);
    }

    @Test
    void shouldDeconstructIeth()
    {
        final IethFlyweight ieth = over(IethFlyweight::new, "f1 02 03 04");

        assertEquals(0xF102_0304, ieth.rKey());
    }

    @Test
    void shouldConstructIeth()
    {
        final IethFlyweight ieth = blank(IethFlyweight::new);
        ieth.rKey(0x8E9);

        assertBytes("00 00 08 e9", ieth);
    }

    @Test
    void shouldDeconstructCnpReserved()
    {
        final CnpReservedFlyweight reserved =
            over(CnpReservedFlyweight::new, "01 02 03 04 05 06 07 08 f1 f2 f3 f4 f5 f6 f7 f8");

        assertEquals(0x0102_0304_0506_0708L, reserved.reservedHigh());
        assertEquals(0xF1F2_F3F4_F5F6_F7F8L, reserved.reservedLow());
    }

    @Test
    void shouldConstructCnpReserved()
    {
        final CnpReservedFlyweight reserved = blank(CnpReservedFlyweight::new);
        reserved.reservedHigh(0).reservedLow(1);

        assertBytes("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01", reserved);
    }

    /** The bytes stand at the end of their buffer, behind others. */
    private static <T extends Flyweight> T over(final Supplier<T> constructor, final String hex)
    {
        final byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);
        final byte[] shifted = new byte[OFFSET + bytes.length];
        Arrays.fill(shifted, (byte)0xA5);
        System.arraycopy(bytes, 0, shifted, OFFSET, bytes.length);

        final T flyweight = constructor.get();
        assertEquals(flyweight.type().length(), bytes.length);
        flyweight.wrap(new UnsafeBuffer(shifted), OFFSET);
        return flyweight;
    }

    private static <T extends Flyweight> T blank(final Supplier<T> constructor)
    {
        final T flyweight = constructor.get();
        final byte[] bytes = new byte[OFFSET + flyweight.type().length()];
        Arrays.fill(bytes, (byte)0xA5);
        flyweight.wrap(new UnsafeBuffer(bytes), OFFSET);
        return flyweight;
    }

    private static void assertBytes(final String hex, final Flyweight flyweight)
    {
        final byte[] bytes = new byte[flyweight.type().length()];
        flyweight.buffer.getBytes(OFFSET, bytes);
        assertEquals(hex, HexFormat.ofDelimiter(" ").formatHex(bytes));
    }
}
