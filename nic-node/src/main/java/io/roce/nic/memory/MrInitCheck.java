package io.roce.nic.memory;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import java.util.Arrays;
import java.util.List;

import org.agrona.BufferUtil;

/** What memory can be registered, and how. */
final class MrInitCheck
{
    private static final int MODIFIED_BY_PEERS = AccessFlag.REMOTE_WRITE.bit() | AccessFlag.REMOTE_ATOMIC.bit();

    private MrInitCheck()
    {
    }

    static void require(final MrInit init) throws VerbsException
    {
        if (!init.buffer().isDirect())
        {
            throw VerbsException.notAllowed("buffer", "heap", List.of("direct"));
        }
        requireRange("length", init.buffer().remaining(), 1, Integer.MAX_VALUE);
        requireRange("access", init.access(), 0, AccessFlag.ALL);
        requireLocalWrite(init);

        final long lastAddr = init.addr() + init.buffer().remaining() - 1;
        if (init.hasAddr() && Long.compareUnsigned(lastAddr, init.addr()) < 0)
        {
            throw new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE,
                "addr is 0x%x: the last of %d bytes would be beyond the last address".formatted(
                    init.addr(), init.buffer().remaining()))
                .with("field", "addr")
                .with("value", Long.toUnsignedString(init.addr()))
                .with("max", Long.toUnsignedString(-init.buffer().remaining()));
        }
        if (init.hasKey() && init.key() == 0)
        {
            // What stands in a header that names no key.
            requireRange("key", 0, 1, 0xFFFF_FFFFL);
        }
        requireAlignment(init);
    }

    private static void requireLocalWrite(final MrInit init) throws VerbsException
    {
        final boolean hasLocalWrite = (init.access() & AccessFlag.LOCAL_WRITE.bit()) != 0;
        if (hasLocalWrite && init.buffer().isReadOnly())
        {
            throw VerbsException.notAllowed("buffer", "read-only", List.of("writable with LOCAL_WRITE"));
        }
        if (!hasLocalWrite && (init.access() & MODIFIED_BY_PEERS) != 0)
        {
            throw new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE, "access is %s without LOCAL_WRITE".formatted(names(init.access())))
                .with("field", "access")
                .with("value", names(init.access()))
                .with("missing", List.of(AccessFlag.LOCAL_WRITE.name()));
        }
    }

    /** A multiple of 8 must be one in the processor's memory too, or it has no atomic operations there. */
    private static void requireAlignment(final MrInit init) throws VerbsException
    {
        final long place = BufferUtil.address(init.buffer()) + init.buffer().position();
        // Addresses that are given begin a page.
        final long misalignment = (place - (init.hasAddr() ? init.addr() : 0)) & (Long.BYTES - 1);
        if ((init.access() & AccessFlag.REMOTE_ATOMIC.bit()) != 0 && misalignment != 0)
        {
            throw new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE,
                "buffer begins %d bytes off: with REMOTE_ATOMIC multiples of 8 in addr must be so in memory".formatted(
                    misalignment))
                .with("field", "buffer")
                .with("value", misalignment)
                .with("min", 0)
                .with("max", 0);
        }
    }

    private static void requireRange(final String field, final long value, final long min, final long max)
        throws VerbsException
    {
        if (value < min || value > max)
        {
            throw VerbsException.outOfRange(field, value, min, max, NumberForm.DECIMAL);
        }
    }

    private static List<String> names(final int access)
    {
        return Arrays.stream(AccessFlag.values())
            .filter(flag -> (access & flag.bit()) != 0)
            .map(AccessFlag::name)
            .toList();
    }
}
