package io.roce.tools.send;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;

import java.util.Set;
import java.util.SplittableRandom;

/**
 * Packets drawn from others, each with one change: a field of its headers set to another value, or one bit flipped in
 * front of the ICRC. Draws come from a seed and the packet's index alone.
 */
final class MutatedPackets implements PacketSeries
{
    /** Odd, so that no two indexes have the same source. */
    private static final long INDEX_FACTOR = 0xD134_2543_DE82_EF95L;

    private static final PacketField[] FIELDS = PacketField.values();

    private final PacketSeries originals;
    private final RoceDatagram datagram;
    private final long count;
    private final long seed;
    private final Mutation[] mutations;
    private final IcrcChange icrcChange;
    private final Icrc icrc = new Icrc();
    private final PacketField[] readable = new PacketField[FIELDS.length];

    /**
     * @param originals write to the same datagram.
     * @param mutations which there are; at least one.
     * @param icrc      what becomes of the ICRC after the change.
     */
    MutatedPackets(
        final PacketSeries originals,
        final RoceDatagram datagram,
        final long count,
        final long seed,
        final Set<Mutation> mutations,
        final IcrcChange icrc)
    {
        this.originals = originals;
        this.datagram = datagram;
        this.count = count;
        this.seed = seed;
        this.mutations = mutations.toArray(Mutation[]::new);
        this.icrcChange = icrc;
    }

    @Override
    public long count()
    {
        return count;
    }

    @Override
    public int build(final long index)
    {
        // Sources whose seeds differ by little would give the same numbers, one or a few draws apart.
        final SplittableRandom random =
            new SplittableRandom(new SplittableRandom(seed ^ index * INDEX_FACTOR).nextLong());
        final int length = originals.build(random.nextLong(originals.count()));
        final int drawn = random.nextInt(mutations.length);
        mutate(mutations[drawn], random);
        datagram.onBytes(length);
        icrcChange.apply(datagram, icrc);
        return length;
    }

    /** Answers how many fields the packet has. */
    private int findReadable()
    {
        int count = 0;
        for (final PacketField field : FIELDS)
        {
            if (datagram.packet().isReadable(field.header()))
            {
                readable[count++] = field;
            }
        }
        return count;
    }

    private void mutate(final Mutation mutation, final SplittableRandom random)
    {
        final int fields = mutation == Mutation.FIELD ? findReadable() : 0;
        if (fields > 0)
        {
            final PacketField field = readable[random.nextInt(fields)];
            final long difference = field.width() == 1 ? 1 : random.nextLong() & field.maxValue();
            // The rare difference of nothing becomes one of the lowest bit.
            field.set(datagram.packet(), field.get(datagram.packet()) ^ (difference == 0 ? 1 : difference));
            return;
        }
        final int bytes = datagram.length() > Icrc.LENGTH ? datagram.length() - Icrc.LENGTH : datagram.length();
        if (bytes > 0)
        {
            final int bit = random.nextInt(bytes * Byte.SIZE);
            datagram.envelope().array()[Envelope.PACKET_OFFSET + bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
        }
    }
}
