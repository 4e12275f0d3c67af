package io.roce.nic.memory;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MemoryRegionsTest
{
    private static final int LOCAL_WRITE = 1;
    private static final int REMOTE_WRITE = 2;
    private static final int REMOTE_READ = 4;
    private static final int REMOTE_ATOMIC = 8;
    private static final BigInteger ADDRESSES = BigInteger.ONE.shiftLeft(64);

    private final ProtectionDomains pds = new ProtectionDomains(4);
    private final MemoryRegions regions = new MemoryRegions(pds, 8, new SplittableRandom(1));
    private final ProtectionDomain pd = pd();

    @Test
    void shouldHaveTheBitsOfLibibverbs()
    {
        assertEquals(
            Map.of("LOCAL_WRITE", 1, "REMOTE_WRITE", 2, "REMOTE_READ", 4, "REMOTE_ATOMIC", 8),
            Arrays.stream(AccessFlag.values()).collect(Collectors.toMap(AccessFlag::name, AccessFlag::bit)));
        assertEquals(15, AccessFlag.ALL);
    }

    @Test
    void shouldGiveEachRegionTheNextIndexAndPagesWithAGapBehindThem() throws VerbsException
    {
        final MemoryRegion first = regions.regMr(pd, init(1));
        final MemoryRegion second = regions.regMr(pd, init(4096));
        final MemoryRegion third = regions.regMr(pd, init(4097));
        final MemoryRegion fourth = regions.regMr(pd, init(1));

        assertEquals(List.of(1, 2, 3, 4), List.of(
            first.rkey() >>> 8, second.rkey() >>> 8, third.rkey() >>> 8, fourth.rkey() >>> 8));
        assertEquals(first.rkey(), first.lkey());
        assertEquals(0x10_0000_0000L, first.addr());
        assertEquals(0x10_0000_2000L, second.addr());
        assertEquals(0x10_0000_4000L, third.addr());
        assertEquals(0x10_0000_7000L, fourth.addr());
        assertSame(third, regions.find(third.rkey()));
        assertNull(regions.find(third.rkey() ^ 1), "same index, other low byte");
    }

    @Test
    void shouldDrawTheLowByteOfAKey() throws VerbsException
    {
        final SplittableRandom random = new SplittableRandom(7);
        final MemoryRegions drawn = new MemoryRegions(pds, 8, new SplittableRandom(7));
        for (int i = 0; i < 8; i++)
        {
            assertEquals(random.nextInt(256), drawn.regMr(pd, init(1)).rkey() & 0xFF);
        }
    }

    @Test
    void shouldNotGiveAnIndexAgainBeforeAllOthersHadTheirTurn() throws VerbsException
    {
        final MrInit init = init(1);
        final MemoryRegion kept = regions.regMr(pd, init);
        final MemoryRegion old = regions.regMr(pd, init);
        regions.deregMr(old);
        for (int index = 3; index <= 0xFF_FFFF; index++)
        {
            final MemoryRegion region = regions.regMr(pd, init);
            assertEquals(index, region.rkey() >>> 8);
            regions.deregMr(region);
        }

        assertEquals(2, regions.regMr(pd, init).rkey() >>> 8, "round again, past the one that is there");
        assertSame(kept, regions.find(kept.rkey()));
    }

    @Test
    void shouldNameNothingOnceDeregistered() throws VerbsException
    {
        final MemoryRegion region = regions.regMr(pd, init(16));
        assertEquals(KeyVerdict.VALID, regions.check(region.rkey(), pd, region.addr(), 16, 0));
        regions.deregMr(region);

        assertNull(regions.find(region.rkey()));
        assertEquals(KeyVerdict.UNKNOWN_KEY, regions.check(region.rkey(), pd, region.addr(), 16, 0));
        assertEquals(KeyVerdict.UNKNOWN_KEY, regions.invalidate(region.rkey(), pd));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> regions.deregMr(region))
            .with("key", Integer.toUnsignedLong(region.rkey()));

        final MemoryRegion other = regions.regMr(pd, init(16).key(region.rkey()));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> regions.deregMr(region));
        assertSame(other, regions.find(region.rkey()));
    }

    @Test
    void shouldNameTheFirstReasonOfSeveral() throws VerbsException
    {
        final MemoryRegion region = regions.regMr(pd, init(16, LOCAL_WRITE).invalidatable());
        final ProtectionDomain other = pd();
        final int key = region.rkey();
        final long behind = region.addr() + 1;

        assertEquals(KeyVerdict.UNKNOWN_KEY, regions.check(key ^ 0xFF, other, behind, 16, REMOTE_READ));
        assertEquals(KeyVerdict.OTHER_PD, regions.check(key, other, behind, 16, REMOTE_READ));
        assertEquals(KeyVerdict.OUT_OF_BOUNDS, regions.check(key, pd, behind, 16, REMOTE_READ));
        assertEquals(KeyVerdict.NO_PERMISSION, regions.check(key, pd, behind, 15, REMOTE_READ));
        assertEquals(KeyVerdict.VALID, regions.check(key, pd, behind, 15, LOCAL_WRITE));

        assertEquals(KeyVerdict.OTHER_PD, regions.invalidate(key, other));
        assertEquals(KeyVerdict.VALID, regions.invalidate(key, pd));
        assertEquals(KeyVerdict.INVALIDATED, regions.check(key, pd, behind, 16, REMOTE_READ));
        assertEquals(KeyVerdict.INVALIDATED, regions.check(key, pd, behind, 15, LOCAL_WRITE));
        assertEquals(KeyVerdict.OTHER_PD, regions.check(key, other, behind, 16, REMOTE_READ));
        assertEquals(KeyVerdict.INVALIDATED, regions.invalidate(key, pd));
    }

    @Test
    void shouldInvalidateOnlyWhatWasRegisteredForIt() throws VerbsException
    {
        final MemoryRegion region = regions.regMr(pd, init(16));
        assertEquals(KeyVerdict.NO_PERMISSION, regions.invalidate(region.rkey(), pd));
        assertEquals(KeyVerdict.VALID, regions.check(region.rkey(), pd, region.addr(), 16, 0));
    }

    @Test
    void shouldCheckNothingForNoBytes()
    {
        assertEquals(KeyVerdict.VALID, regions.check(0x1234_5678, pd, -1, 0, AccessFlag.ALL));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 8, 3, 9, 15})
    void shouldWantEveryAccessThatIsNeeded(final int needed) throws VerbsException
    {
        for (int access = 0; access <= 15; access++)
        {
            if ((access & LOCAL_WRITE) == 0 && (access & (REMOTE_WRITE | REMOTE_ATOMIC)) != 0)
            {
                continue;
            }
            final MemoryRegion region = regions.regMr(pd, init(8, access));
            assertEquals(
                (access | ~needed) == -1 ? KeyVerdict.VALID : KeyVerdict.NO_PERMISSION,
                regions.check(region.rkey(), pd, region.addr(), 8, needed));
            regions.deregMr(region);
        }
    }

    /** Against numbers that cannot overflow, around the ends of regions and of all addresses. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4096, 0x7FFF_FFFF_FFFF_FFF8L, Long.MIN_VALUE, -4096, -64})
    void shouldKnowItsBoundsAtEveryAddress(final long addr) throws VerbsException
    {
        final int size = 64;
        final MemoryRegion region = regions.regMr(pd, init(size).addr(addr));
        final SplittableRandom random = new SplittableRandom(addr);
        final long[] lengths = {1, 2, 63, 64, 65, 1L << 31, (1L << 31) - 1, 0xFFFF_FFFFL, 1L << 32, Long.MAX_VALUE};
        int valid = 0;
        for (int i = 0; i < 20_000; i++)
        {
            final long at = random.nextInt(4) == 0 ? random.nextLong() : addr + random.nextInt(-70, 140);
            final long length = random.nextBoolean() ? random.nextInt(1, 70) : lengths[random.nextInt(lengths.length)];
            final BigInteger start = unsigned(at);
            final boolean isInside = start.compareTo(unsigned(addr)) >= 0 &&
                start.add(BigInteger.valueOf(length)).compareTo(unsigned(addr).add(BigInteger.valueOf(size))) <= 0;

            valid += isInside ? 1 : 0;
            assertEquals(
                isInside ? KeyVerdict.VALID : KeyVerdict.OUT_OF_BOUNDS,
                regions.check(region.rkey(), pd, at, length, 0),
                () -> "%x, %d bytes of region at %x".formatted(at, length, addr));
        }
        assertTrue(valid > 1000, "most cases say no: " + valid);
        assertEquals(KeyVerdict.OUT_OF_BOUNDS, regions.check(region.rkey(), pd, addr, -1, 0));
    }

    @Test
    void shouldTakeAKeyThatIsAskedForOnce() throws VerbsException
    {
        final MemoryRegion asked = regions.regMr(pd, init(8).key(0xFFFF_FF03));
        assertEquals(0xFFFF_FF03, asked.rkey());
        refused(VerbsErrorCode.KEY_NOT_FREE, () -> regions.regMr(pd, init(8).key(0xFFFF_FF03)))
            .with("key", 0xFFFF_FF03L);
        refused(VerbsErrorCode.KEY_NOT_FREE, () -> regions.regMr(pd, init(8).key(0xFFFF_FF04)));
        refused(VerbsErrorCode.OUT_OF_RANGE, () -> regions.regMr(pd, init(8).key(0)))
            .with("field", "key").with("min", 1L);

        regions.regMr(pd, init(8).key(0x105));
        assertEquals(2, regions.regMr(pd, init(8)).rkey() >>> 8, "index 1 is taken");
    }

    @Test
    void shouldRefuseMoreThanTheLimit() throws VerbsException
    {
        for (int i = 0; i < 8; i++)
        {
            regions.regMr(pd, init(8));
        }
        refused(VerbsErrorCode.LIMIT_REACHED, () -> regions.regMr(pd, init(8))).with("max", 8);
        assertEquals(8, regions.size());
        assertThrows(IllegalArgumentException.class, () -> new MemoryRegions(pds, 0, new SplittableRandom()));
        assertThrows(
            IllegalArgumentException.class, () -> new MemoryRegions(pds, 0x100_0000, new SplittableRandom()));
    }

    @Test
    void shouldRefuseMemoryThatCannotBeRegistered()
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(64);
        reg(new MrInit(ByteBuffer.allocate(8), 0)).with("field", "buffer");
        reg(new MrInit(direct.slice(0, 0), 0)).with("field", "length").with("value", 0L).with("min", 1L);
        reg(new MrInit(direct, 16)).with("field", "access").with("value", 16L).with("max", 15L);
        reg(new MrInit(direct, -1)).with("field", "access");
        reg(new MrInit(direct, REMOTE_WRITE)).with("field", "access").with("value", List.of("REMOTE_WRITE"));
        reg(new MrInit(direct, REMOTE_ATOMIC | REMOTE_READ)).with("field", "access");
        reg(new MrInit(direct.asReadOnlyBuffer(), LOCAL_WRITE)).with("field", "buffer");
        reg(new MrInit(direct, 0).addr(-63)).with("field", "addr").with("max", "18446744073709551552");
        reg(new MrInit(direct.slice(4, 16), LOCAL_WRITE | REMOTE_ATOMIC)).with("value", 4L);
        reg(new MrInit(direct, LOCAL_WRITE | REMOTE_ATOMIC).addr(4)).with("value", 4L);
        assertEquals(0, regions.size());
    }

    @Test
    void shouldTakeMemoryToTheLastAddressAndReadOnlyMemoryForReading() throws VerbsException
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(64);
        assertEquals(-64, regions.regMr(pd, new MrInit(direct, 0).addr(-64)).addr());
        regions.regMr(pd, new MrInit(direct.asReadOnlyBuffer(), REMOTE_READ));
        regions.regMr(pd, new MrInit(direct.slice(4, 16), LOCAL_WRITE | REMOTE_ATOMIC).addr(0x104));
    }

    @Test
    void shouldKeepADomainThatIsInUse() throws VerbsException
    {
        final MemoryRegion region = regions.regMr(pd, init(8));
        pds.addQp(pd);
        refused(VerbsErrorCode.IN_USE, () -> pds.deallocPd(pd)).with("regions", 1).with("qps", 1);
        regions.deregMr(region);
        refused(VerbsErrorCode.IN_USE, () -> pds.deallocPd(pd)).with("regions", 0).with("qps", 1);
        pds.removeQp(pd);
        pds.deallocPd(pd);

        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> pds.deallocPd(pd)).with("pd", pd.handle());
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> regions.regMr(pd, init(8)));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> pds.addQp(pd));
        assertThrows(IllegalStateException.class, () -> pds.removeQp(pd));
        assertNotEquals(pd.handle(), pd().handle());
    }

    @Test
    void shouldNotTakeADomainOfAnotherAdapterForItsOwn() throws VerbsException
    {
        final MemoryRegion region = regions.regMr(pd, init(8));
        final ProtectionDomain foreign = new ProtectionDomains(4).allocPd();
        assertEquals(pd.handle(), foreign.handle());

        assertEquals(KeyVerdict.OTHER_PD, regions.check(region.lkey(), foreign, region.addr(), 8, 0));
        assertEquals(KeyVerdict.OTHER_PD, regions.invalidate(region.rkey(), foreign));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> regions.regMr(foreign, init(8))).with("pd", 1);
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> pds.addQp(foreign));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> pds.requirePd(foreign));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> pds.deallocPd(foreign));
        pds.addQp(pd);
        assertThrows(IllegalStateException.class, () -> pds.removeQp(foreign));
        assertSame(pd, pds.get(1));
    }

    @Test
    void shouldChangeNothingWhenARegistrationIsRefused() throws VerbsException
    {
        regions.regMr(pd, init(8).key(0x500));
        refused(VerbsErrorCode.KEY_NOT_FREE, () -> regions.regMr(pd, init(8).key(0x5FF)));
        refused(VerbsErrorCode.IN_USE, () -> pds.deallocPd(pd)).with("regions", 1);
        assertEquals(0x10_0000_2000L, regions.regMr(pd, init(8)).addr());
    }

    @Test
    void shouldRefuseMoreDomainsThanTheLimit()
    {
        pd();
        pd();
        pd();
        refused(VerbsErrorCode.LIMIT_REACHED, pds::allocPd).with("max", 4);
        assertEquals(4, pds.size());
        assertThrows(IllegalArgumentException.class, () -> new ProtectionDomains(0));
    }

    @Test
    void shouldSayWhatEachVerdictMeans()
    {
        final Set<String> sentences = Arrays.stream(KeyVerdict.values())
            .map(KeyVerdict::description).collect(Collectors.toSet());
        assertEquals(KeyVerdict.values().length, sentences.size());
        assertTrue(sentences.stream().allMatch(sentence -> sentence.endsWith(".")));
    }

    private ProtectionDomain pd()
    {
        try
        {
            return pds.allocPd();
        }
        catch (final VerbsException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static MrInit init(final int length)
    {
        return init(length, LOCAL_WRITE);
    }

    private static MrInit init(final int length, final int access)
    {
        return new MrInit(ByteBuffer.allocateDirect(length), access);
    }

    private static BigInteger unsigned(final long value)
    {
        return BigInteger.valueOf(value).mod(ADDRESSES);
    }

    private RefusedFields reg(final MrInit init)
    {
        return refused(VerbsErrorCode.OUT_OF_RANGE, () -> regions.regMr(pd, init));
    }

    private static RefusedFields refused(final VerbsErrorCode code, final Executable verb)
    {
        final VerbsException refused = assertThrows(VerbsException.class, verb);
        assertEquals(code, refused.code(), refused.getMessage());
        return new RefusedFields(refused);
    }

    private record RefusedFields(VerbsException refused)
    {
        RefusedFields with(final String field, final Object value)
        {
            assertEquals(value, refused.fields().get(field), refused.getMessage());
            return this;
        }
    }
}
