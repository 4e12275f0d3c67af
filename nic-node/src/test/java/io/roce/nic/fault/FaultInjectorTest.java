package io.roce.nic.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.TimedWork;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultInjectorTest
{
    private static final IcrcVerifier INFER_ANY = new IcrcVerifier(IcrcMode.INFER_ANY);
    private static final IcrcVerifier STRICT = new IcrcVerifier(IcrcMode.STRICT);

    @Test
    void shouldPassOnWhatNoRuleSelects()
    {
        final Faults faults = Faults.of("in:drop").send(1, 2, 3);
        assertEquals(List.of(1, 2, 3), faults.psns());
        assertEquals("to 2", faults.passed().get(1).route());
        assertEquals(TimedWork.NO_DEADLINE, faults.injector().nextDeadlineNs());
        assertEquals(List.of(), faults.injector().figures());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nth=3 | 0 1 3 4 5 6 7", "skip=2,count=3 | 0 1 5 6 7", "skip=6 | 0 1 2 3 4 5", "psn=4 | 0 1 2 3 5 6 7",
        "count=7 | 7", "dest-qp=0x13 | 0 1 2 3 4 5 6 7", "dest-qp=0x12 | ''",
        "opcode=RC_SEND_ONLY,nth=1 | 1 2 3 4 5 6 7", "opcode=UC_SEND_ONLY | 0 1 2 3 4 5 6 7",
        "kind=response | 0 1 2 3 4 5 6 7", "kind=request,nth=8 | 0 1 2 3 4 5 6"})
    void shouldSelectExactly(final String selection, final String left)
    {
        final Faults faults = Faults.of("out:drop:" + selection).send(0, 1, 2, 3, 4, 5, 6, 7);

        assertEquals(
            left.isEmpty() ? List.of() : Arrays.stream(left.split(" ")).map(Integer::valueOf).toList(), faults.psns());
        assertEquals(8 - faults.psns().size(), faults.dropped());
        assertEquals(new FaultFigures(
            FaultRule.parse("out:drop:" + selection), 8, faults.dropped(), 0, 0), faults.figures(0));
    }

    @Test
    void shouldCountTheNthOfAQueuePairAlone()
    {
        final Faults faults = Faults.of("out:drop:dest-qp=0x12,nth=3");
        for (int psn = 0; psn < 4; psn++)
        {
            faults.send(Packets.rcSendOnly(0x12, psn, new byte[4]));
            faults.send(Packets.rcSendOnly(0x13, 100 + psn, new byte[4]));
        }
        assertEquals(List.of(0, 100, 1, 101, 102, 3, 103), faults.psns());
    }

    @Test
    void shouldTellPassesOfAPsnApartByQueuePairAndKind()
    {
        final Faults faults = Faults.of("out:drop:psn=16,pass=1", "out:drop:kind=request,pass=3");
        for (int pass = 0; pass < 4; pass++)
        {
            faults.send(Packets.rcSendOnly(0x12, 16, new byte[4]));
            faults.send(Packets.rcAck(0x12, 16, 1));
            faults.send(Packets.rcSendOnly(0x13, 16, new byte[4]));
            faults.send(Packets.rcSendOnly(0x12, 17, new byte[4]));
        }

        // Each of the three with PSN 16 loses its first pass, requests their third too, PSN 17 the third alone.
        assertEquals(2 + 3 + 2 + 3, faults.passed().size());
        assertEquals(3, faults.figures(0).matched());
        assertEquals(3, faults.figures(1).matched());
        assertEquals(List.of(17, 16, 16, 16, 17, 16, 16, 16, 16, 17), faults.psns());
    }

    @Test
    void shouldForgetThePassesOfThePsnThatCameUpFirst()
    {
        final PassCounts counts = new PassCounts(4);
        final RoceDatagram[] packets = IntStream.range(0, 5)
            .mapToObj(psn -> Packets.rcSendOnly(0x12, psn, new byte[4]))
            .toArray(RoceDatagram[]::new);
        for (int psn = 0; psn < 4; psn++)
        {
            assertEquals(1, counts.onDatagram(packets[psn]));
            assertEquals(2, counts.onDatagram(packets[psn]));
        }
        assertEquals(1, counts.onDatagram(packets[4]));
        assertEquals(3, counts.onDatagram(packets[1]));
        assertEquals(1, counts.onDatagram(packets[0]));
        assertEquals(0, counts.onDatagram(Packets.ofBytes(new byte[11])));
    }

    /** Of 100,000 with 5%: 5,000, five sigmas of 69 either way. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSelectWithTheProbabilityThatIsAskedFor(final long seed)
    {
        final Faults faults = Faults.of(seed, 1, "out:drop:5%");
        final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, new byte[4]);
        for (int i = 0; i < 100_000; i++)
        {
            faults.injector().onDatagram(datagram, null, 0);
            faults.passed().clear();
        }
        assertTrue(Math.abs(faults.dropped() - 5_000) < 345, faults.dropped() + " dropped, seed " + seed);
    }

    @Test
    void shouldCountAfterDrawing()
    {
        final int[] psns = IntStream.range(0, 1_000).toArray();
        final List<Integer> all = Faults.of("out:drop:20%,seed=9").send(psns).psns();
        final Faults some = Faults.of("out:drop:20%,seed=9,skip=2,count=3").send(psns);

        final List<Integer> lost = IntStream.of(psns).boxed().filter(psn -> !all.contains(psn)).toList();
        assertEquals(
            IntStream.of(psns).boxed().filter(psn -> !lost.subList(2, 5).contains(psn)).toList(), some.psns());
        assertEquals(3, some.dropped());
    }

    @Test
    void shouldDrawForEachRuleAlone()
    {
        final int[] psns = IntStream.range(0, 1_000).toArray();
        final Faults faults = Faults.of("out:duplicate:50%", "out:fecn:50%").send(psns);

        // Had both drawn the same, each of the duplicates would be marked, and nothing else.
        final long marked = faults.passed().stream().filter(one -> one.datagram().packet().bth().isFecn()).count();
        assertNotEquals(2L * faults.duplicated(), marked);
        assertNotEquals(
            Faults.of("out:drop:50%,seed=1").send(psns).psns(), Faults.of("out:drop:50%,seed=2").send(psns).psns());
        assertNotEquals(
            Faults.of(1, 1, "out:drop:50%").send(psns).psns(), Faults.of(2, 1, "out:drop:50%").send(psns).psns());
        assertEquals(
            Faults.of(1, 1, "out:drop:50%,seed=5").send(psns).psns(),
            Faults.of(2, 1, "in:drop", "out:drop:50%,seed=5").send(psns).psns());
    }

    @Test
    void shouldLetACopyComeToTheRulesBehind()
    {
        final Faults faults = Faults.of("out:duplicate", "out:drop:nth=2", "out:duplicate:nth=1").send(1, 2);
        assertEquals(List.of(1, 1, 2, 2), faults.psns());
        assertEquals(3, faults.duplicated());
        assertEquals(List.of(2L, 4L, 3L), faults.injector().figures().stream().map(FaultFigures::seen).toList());
    }

    @Test
    void shouldDelay()
    {
        final Faults faults = Faults.of("out:delay=100ns:psn=1", "out:delay=40ns").send(1);
        faults.advance(10).send(2);
        assertEquals(50, faults.injector().nextDeadlineNs());
        assertEquals(2, faults.held());
        assertEquals(1, faults.figures(0).held());
        assertEquals(1, faults.figures(1).held());

        faults.advance(39);
        assertEquals(List.of(), faults.psns());
        faults.advance(1);
        assertEquals(List.of(2), faults.psns());
        assertEquals(100, faults.injector().nextDeadlineNs());
        faults.advance(50);
        assertEquals(140, faults.injector().nextDeadlineNs());
        faults.advance(40);
        assertEquals(List.of(2, 1), faults.psns());
        assertEquals("to 1", faults.passed().get(1).route());
        assertEquals(TimedWork.NO_DEADLINE, faults.injector().nextDeadlineNs());
        assertEquals(0, faults.held());
    }

    @Test
    void shouldReleaseTwoRulesDatagramsByDeadline()
    {
        final Faults faults = Faults.of("out:delay=30ns:psn=1", "out:delay=10ns:psn=2", "out:delay=30ns:psn=3");
        faults.send(3, 1, 2).advance(30);
        assertEquals(List.of(2, 3, 1), faults.psns());
    }

    /** The clock may count from anywhere, and past the largest number. */
    @Test
    void shouldDelayAcrossTheClocksOverflow()
    {
        final Faults faults = Faults.of("out:delay=20ns").advance(Long.MAX_VALUE - 5).send(1);
        faults.advance(19);
        assertEquals(List.of(), faults.psns());
        faults.advance(1);
        assertEquals(List.of(1), faults.psns());
    }

    @Test
    void shouldPutADatagramBehindThoseThatFollow()
    {
        assertEquals(List.of(2, 3, 1, 4), Faults.of("out:reorder=2:psn=1").send(1, 2, 3, 4).psns());
        assertEquals(List.of(2, 1, 4, 3), Faults.of("out:reorder=1:dest-qp=0x12,psn=1", "out:reorder=1:psn=3")
            .send(1, 2, 3, 4).psns());
        // To the second rule 3, 4 and 1 come after 2, in this order.
        assertEquals(List.of(3, 4, 1, 2, 5), Faults.of("out:reorder=3:count=1", "out:reorder=3:psn=2")
            .send(1, 2, 3, 4, 5).psns());
    }

    @Test
    void shouldLetADatagramThatNothingFollowsGoOnInTheEnd()
    {
        final Faults faults = Faults.of("out:reorder=2").send(1, 2);
        faults.advance(FaultRule.MAX_REORDER_NS - 1);
        assertEquals(List.of(), faults.psns());
        faults.advance(1);
        assertEquals(List.of(1, 2), faults.psns());
    }

    @Test
    void shouldLetGoOnWhatThereIsNoRoomToHold()
    {
        final Faults faults = Faults.of(1, 2, "out:delay=50ns").send(1, 2, 3);
        assertEquals(List.of(3), faults.psns());
        assertEquals(new FaultFigures(FaultRule.parse("out:delay=50ns"), 3, 3, 1, 2), faults.figures(0));
        faults.advance(50).send(4, 5, 6).advance(50);
        assertEquals(List.of(3, 1, 2, 6, 4, 5), faults.psns());
    }

    @Test
    void shouldMarkWithoutHarmToTheIcrc()
    {
        final RoceDatagram sent = Packets.rcSendOnly(0x12, 1, Packets.payload(8));
        final byte[] before = Packets.bytes(sent);
        final RoceDatagram marked = Faults.of("out:fecn").send(sent).passed().get(0).datagram();

        before[4] |= (byte)0x80;
        assertArrayEquals(before, Packets.bytes(marked));
        assertEquals(IcrcVerdict.EXACT, STRICT.verify(marked.envelope(), marked.length()));
        assertTrue(!sent.packet().bth().isFecn(), "the caller's datagram was changed");
    }

    /** Byte 173 bit 3 and byte 1834 bit 6 are those that the inference of any header lets pass. */
    @ParameterizedTest
    @CsvSource({"0.0, 100", "20.3, 100", "173.3, 400", "1834.6, 4000", "3999.7, 3984"})
    void shouldFlipTheBitThatIsAskedForSoThatNobodyTakesThePacket(final String bit, final int payloadLength)
    {
        final RoceDatagram sent = Packets.rcSendOnly(0x12, 1, Packets.payload(payloadLength));
        final byte[] before = Packets.bytes(sent);
        final RoceDatagram corrupt = Faults.of("out:corrupt=" + bit).send(sent).passed().get(0).datagram();

        final int at = Integer.parseInt(bit.substring(0, bit.indexOf('.')));
        assertEquals(1 << bit.charAt(bit.length() - 1) - '0', (before[at] ^ Packets.bytes(corrupt)[at]) & 0xFF);
        assertEquals(IcrcVerdict.MISMATCH, INFER_ANY.verify(corrupt.envelope(), corrupt.length()));
        assertArrayEquals(before, Packets.bytes(sent));
    }

    @Test
    void shouldFlipAnyBitThatTheIcrcCovers()
    {
        final Faults faults = Faults.of("out:corrupt:seed=3");
        final byte[] before = Packets.bytes(Packets.rcSendOnly(0x12, 5, new byte[0]));
        final boolean[] isFlipped = new boolean[before.length * Byte.SIZE];
        for (int i = 0; i < 10_000; i++)
        {
            faults.send(Packets.ofBytes(before));
            final RoceDatagram corrupt = faults.passed().remove(0).datagram();
            assertEquals(IcrcVerdict.MISMATCH, INFER_ANY.verify(corrupt.envelope(), corrupt.length()));
            final byte[] after = Packets.bytes(corrupt);
            for (int bit = 0; bit < isFlipped.length; bit++)
            {
                isFlipped[bit] |= ((before[bit / 8] ^ after[bit / 8]) & 1 << bit % 8) != 0;
            }
        }

        // 120 bits: after 10,000 draws one that was never drawn would be a wonder (120 x e^-83).
        for (int bit = 0; bit < isFlipped.length; bit++)
        {
            assertEquals(bit / 8 != 4, isFlipped[bit], "bit " + bit);
        }
    }

    @Test
    void shouldPassOnWhatHasNothingToChange()
    {
        final Faults faults = Faults.of("out:corrupt", "out:fecn", "out:corrupt=99.0", "out:delay=5ns:psn=0");
        faults.injector().onDatagram(Packets.ofBytes(new byte[0]), "none", 1);

        assertEquals(
            List.of(1L, 1L, 1L, 0L), faults.injector().figures().stream().map(FaultFigures::unapplied).toList());
        assertEquals(0, faults.passed().get(0).datagram().length());
    }

    @Test
    void shouldCorruptRunts()
    {
        final Faults faults = Faults.of("out:corrupt", "out:drop:opcode=RC_SEND_ONLY", "out:drop:dest-qp=0");
        for (int length = 1; length < 12; length++)
        {
            faults.injector().onDatagram(Packets.ofBytes(new byte[length]), "runt", length);
        }
        assertEquals(IntStream.range(1, 12).boxed().toList(), faults.psns());
        faults.passed().forEach(one -> assertEquals(1, bits(Packets.bytes(one.datagram()))));
    }

    private static int bits(final byte[] bytes)
    {
        int count = 0;
        for (final byte one : bytes)
        {
            count += Integer.bitCount(one & 0xFF);
        }
        return count;
    }
}
