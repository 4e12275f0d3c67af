package io.roce.nic.work;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.ProtectionDomain;

import java.util.Objects;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Bytes between packets and the local memory of a message. Keys are looked up for each packet, so that a region that is
 * deregistered while a message is under way is not touched any more. Lane thread only.
 */
public final class ScatterGather
{
    private static final int READ = 0;
    private static final int WRITE = AccessFlag.LOCAL_WRITE.bit();

    private final MemoryRegions regions;
    private final byte[] number = new byte[Long.BYTES];
    private final UnsafeBuffer numberBuffer = new UnsafeBuffer(number);

    public ScatterGather(final MemoryRegions regions)
    {
        this.regions = regions;
    }

    /**
     * Whether a message can be read from the memory of a send request, or, for READs and atomics, written to it: to be
     * asked when the request is begun. What is not {@link KeyVerdict#VALID} is {@link WcStatus#LOC_PROT_ERR}.
     *
     * @param pd of the queue pair.
     */
    public KeyVerdict check(final SendWqe wqe, final ProtectionDomain pd)
    {
        return wqe.isInline() ? KeyVerdict.VALID :
            check(wqe.wr().sges(), pd, wqe.wr().opcode().isFetch() ? WRITE : READ);
    }

    /** Whether a message can be written to the memory of a receive; otherwise as for a send request. */
    public KeyVerdict check(final RecvWqe wqe, final ProtectionDomain pd)
    {
        return check(wqe.wr().sges(), pd, WRITE);
    }

    /**
     * Copies bytes of a message to a packet.
     *
     * @param messageOffset of the first byte within the message.
     * @param into          from {@code offset} on.
     * @return what stood against it; bytes may have been copied then.
     * @throws IndexOutOfBoundsException when the bytes are not all in the message, or not all in the array.
     */
    public KeyVerdict gather(
        final SendWqe wqe,
        final ProtectionDomain pd,
        final long messageOffset,
        final byte[] into,
        final int offset,
        final int length)
    {
        if (wqe.isInline())
        {
            Objects.checkFromIndexSize(messageOffset, length, wqe.length());
            System.arraycopy(wqe.inlineData(), (int)messageOffset, into, offset, length);
            return KeyVerdict.VALID;
        }
        return copy(wqe.wr().sges(), pd, READ, messageOffset, into, offset, length);
    }

    /**
     * Copies bytes of a packet to the memory of a message: of a receive, or of the READ that they answer.
     *
     * @param messageOffset of the first byte within the message.
     * @param from          from {@code offset} on.
     * @return what stood against it; bytes may have been copied then.
     * @throws IndexOutOfBoundsException when there is not so much memory, or the bytes are not all in the array.
     */
    public KeyVerdict scatter(
        final SgeList sges,
        final ProtectionDomain pd,
        final long messageOffset,
        final byte[] from,
        final int offset,
        final int length)
    {
        return copy(sges, pd, WRITE, messageOffset, from, offset, length);
    }

    /** Writes what an atomic brought to the memory of its request, in the processor's byte order. */
    public KeyVerdict scatterLong(final SgeList sges, final ProtectionDomain pd, final long value)
    {
        numberBuffer.putLong(0, value);
        return copy(sges, pd, WRITE, 0, number, 0, number.length);
    }

    /** The first entry that may not be written to, or {@link SgeList#count()} when all may be. */
    public int firstRefused(final SgeList sges, final ProtectionDomain pd)
    {
        int i = 0;
        while (i < sges.count() && check(sges, i, pd, WRITE) == KeyVerdict.VALID)
        {
            i++;
        }
        return i;
    }

    private KeyVerdict check(final SgeList sges, final ProtectionDomain pd, final int access)
    {
        for (int i = 0; i < sges.count(); i++)
        {
            final KeyVerdict verdict = check(sges, i, pd, access);
            if (verdict != KeyVerdict.VALID)
            {
                return verdict;
            }
        }
        return KeyVerdict.VALID;
    }

    private KeyVerdict check(final SgeList sges, final int index, final ProtectionDomain pd, final int access)
    {
        return regions.check(sges.lkey(index), pd, sges.addr(index), sges.length(index), access);
    }

    private KeyVerdict copy(
        final SgeList sges,
        final ProtectionDomain pd,
        final int access,
        final long messageOffset,
        final byte[] array,
        final int offset,
        final int length)
    {
        Objects.checkFromIndexSize(messageOffset, length, sges.totalLength());
        Objects.checkFromIndexSize(offset, length, array.length);

        long before = messageOffset;
        int copied = 0;
        for (int i = 0; copied < length; i++)
        {
            if (before >= sges.length(i))
            {
                before -= sges.length(i);
                continue;
            }

            final long addr = sges.addr(i) + before;
            final int piece = (int)Math.min(sges.length(i) - before, length - copied);
            final KeyVerdict verdict = regions.check(sges.lkey(i), pd, addr, piece, access);
            if (verdict != KeyVerdict.VALID)
            {
                return verdict;
            }

            final MemoryRegion region = regions.find(sges.lkey(i));
            if (access == WRITE)
            {
                region.putBytes(addr, array, offset + copied, piece);
            }
            else
            {
                region.getBytes(addr, array, offset + copied, piece);
            }
            copied += piece;
            before = 0;
        }
        return KeyVerdict.VALID;
    }
}
