package io.roce.tools.send;

import io.roce.tools.cli.Numbers;
import io.roce.wire.packet.RoceDatagram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Each value of each dimension with each of the others, the last one's fastest; and each of those so often, one PSN
 * after the other.
 */
final class PacketSweep implements PacketSeries
{
    /** Groups that are told apart, at most; more values than that are taken together, as many in each group. */
    static final int MAX_GROUPS = 256;

    private static final int NONE = -1;

    private final PacketForm form;
    private final RoceDatagram datagram;
    private final List<Dimension> dimensions;
    private final long repeats;
    private final int psnStep;
    private final long[] counts;

    /** The index of each dimension's value that the form has: what does not change is not set again. */
    private final long[] applied;

    /**
     * @param repeats packets of each combination.
     * @param psnStep how far each of these is ahead of the one before.
     */
    PacketSweep(
        final PacketForm form,
        final RoceDatagram datagram,
        final List<Dimension> dimensions,
        final long repeats,
        final int psnStep)
    {
        this.form = form;
        this.datagram = datagram;
        this.dimensions = dimensions;
        this.repeats = repeats;
        this.psnStep = psnStep;
        this.counts = dimensions.stream().mapToLong(dimension -> dimension.values().count()).toArray();
        this.applied = new long[counts.length];
        Arrays.fill(applied, NONE);
    }

    /**
     * Packets that have a value, or some consecutive ones, of the slowest dimension.
     *
     * @param values as they are printed.
     * @param from   index of the first packet.
     * @param to     index behind the last.
     */
    record Group(String values, long from, long to)
    {
    }

    /** The same with another slowest dimension; null when there is none of that option. */
    PacketSweep slowest(final String option)
    {
        final List<Dimension> ordered = new ArrayList<>(dimensions);
        ordered.sort(Comparator.comparing(dimension -> !dimension.option().equals(option)));
        return ordered.isEmpty() || !ordered.get(0).option().equals(option) ?
            null : new PacketSweep(form, datagram, ordered, repeats, psnStep);
    }

    /** The dimensions of more than one value, the slowest first. */
    List<Dimension> swept()
    {
        return dimensions.stream().filter(dimension -> dimension.values().count() > 1).toList();
    }

    /** By the slowest dimension, none when nothing is swept. {@link #count()} must be known to be an exact one. */
    List<Group> groups()
    {
        final List<Group> groups = new ArrayList<>();
        if (!swept().isEmpty())
        {
            final Dimension slowest = swept().get(0);
            final long values = slowest.values().count();
            final long perValue = count() / values;
            final long step = (values + MAX_GROUPS - 1) / MAX_GROUPS;
            for (long first = 0; first < values; first += step)
            {
                final long last = Math.min(first + step, values) - 1;
                groups.add(new Group(slowest.format(first, last), first * perValue, (last + 1) * perValue));
            }
        }
        return groups;
    }

    /** How the number of packets comes about: {@code 240 dest_qp x 4,096 psn}; empty when nothing multiplies. */
    String arithmetic()
    {
        final List<String> factors = new ArrayList<>();
        swept().forEach(dimension ->
            factors.add(text(dimension.values().count()) + ' ' + dimension.label()));
        if (repeats > 1 && !factors.isEmpty())
        {
            factors.add(Numbers.count(repeats) + " of each");
        }
        return String.join(" x ", factors);
    }

    private static String text(final long count)
    {
        return count == Long.MAX_VALUE ? "2^63 or more" : Numbers.count(count);
    }

    @Override
    public long count()
    {
        long count = repeats;
        for (final long values : counts)
        {
            count = count > Long.MAX_VALUE / values ? Long.MAX_VALUE : count * values;
        }
        return count;
    }

    @Override
    public int build(final long index)
    {
        long left = index / repeats;
        for (int i = counts.length - 1; i >= 0; i--)
        {
            final long value = left % counts[i];
            left /= counts[i];
            if (value != applied[i])
            {
                dimensions.get(i).apply(form, value);
                applied[i] = value;
            }
        }
        return form.build(datagram, (int)(index % repeats * psnStep));
    }
}
