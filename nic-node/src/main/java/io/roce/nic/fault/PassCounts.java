package io.roce.nic.fault;

import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.Arrays;

import org.agrona.collections.Long2LongHashMap;

/**
 * How often each PSN has come for each DestQP, requests and responses apart. Bounded: of more than it has room for, the
 * one that came up first is forgotten, and counts from 1 when it comes again.
 */
final class PassCounts
{
    private static final int QPN_SHIFT = 24;
    private static final long RESPONSE = 1L << 48;
    private static final long UNUSED = -1;
    private static final float LOAD_FACTOR = 0.65f;

    private final Long2LongHashMap counts;

    /** In the order in which they came up first; {@code oldest} is the next to be forgotten. */
    private final long[] keys;
    private int oldest;

    PassCounts(final int capacity)
    {
        // Room enough that it never grows.
        counts = new Long2LongHashMap(2 * capacity, LOAD_FACTOR, 0);
        keys = new long[capacity];
        Arrays.fill(keys, UNUSED);
    }

    /** How often it has come with this one; 0 when it has no readable PSN. */
    int onDatagram(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        if (!packet.isReadable(HeaderType.BTH))
        {
            return 0;
        }

        final Opcode opcode = packet.opcode();
        final long key = (long)packet.bth().destQp() << QPN_SHIFT | packet.bth().psn() |
            (opcode != null && opcode.isResponse() ? RESPONSE : 0);
        final long count = counts.get(key) + 1;
        if (count == 1)
        {
            remember(key);
        }
        counts.put(key, count);
        return (int)Math.min(count, Integer.MAX_VALUE);
    }

    private void remember(final long key)
    {
        if (keys[oldest] != UNUSED)
        {
            counts.remove(keys[oldest]);
        }
        keys[oldest] = key;
        oldest = oldest + 1 == keys.length ? 0 : oldest + 1;
    }
}
