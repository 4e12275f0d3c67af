package io.roce.tools.lint;

import io.roce.wire.Psn;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** The last requests of a flow by their PSNs. Grows with what is not acknowledged, up to a bound. Not thread-safe. */
final class SentPackets
{
    private static final int MIN_CAPACITY = 32;
    private static final int MAX_CAPACITY = 512;

    private SentPacket[] slots = new SentPacket[MIN_CAPACITY];

    /** The one that took this PSN; null when none did, or too long ago. */
    SentPacket get(final int psn)
    {
        final SentPacket packet = slots[psn & slots.length - 1];
        return packet != null && Psn.diff(psn, packet.psn) >= 0 &&
            Psn.diff(packet.lastPsn(), psn) >= 0 ? packet : null;
    }

    void put(final SentPacket packet)
    {
        final int count = Math.min(packet.psnCount, MAX_CAPACITY);
        for (int i = 0; i < count; i++)
        {
            final int psn = packet.psn + i;
            while (slots.length < MAX_CAPACITY && (slots.length < count || isNeeded(psn, packet)))
            {
                grow();
            }
            slots[psn & slots.length - 1] = packet;
        }
    }

    /** READs among them of whose PSNs it is not known yet how many they are. */
    Set<SentPacket> ofUnknownPsnCount()
    {
        final Set<SentPacket> reads = new LinkedHashSet<>();
        for (final SentPacket packet : slots)
        {
            if (packet != null && !packet.isPsnCountKnown)
            {
                reads.add(packet);
            }
        }
        return reads;
    }

    void clear()
    {
        Arrays.fill(slots, null);
    }

    private boolean isNeeded(final int psn, final SentPacket packet)
    {
        final SentPacket old = slots[psn & slots.length - 1];
        return old != null && old.wantsAnswer && !old.isAnswered && old != packet;
    }

    private void grow()
    {
        final SentPacket[] old = slots;
        slots = new SentPacket[2 * old.length];
        for (int i = 0; i < old.length; i++)
        {
            final SentPacket packet = old[i];
            if (packet != null)
            {
                // The PSN of this slot within the packet: a READ stands in several.
                final int within = i - packet.psn & old.length - 1;
                slots[packet.psn + within & slots.length - 1] = packet;
            }
        }
    }
}
