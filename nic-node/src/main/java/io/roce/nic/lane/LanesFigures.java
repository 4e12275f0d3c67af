package io.roce.nic.lane;

import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.qp.QpCellFigures;
import io.roce.nic.qp.QpPageFigures;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qpn.QuarantinedQpn;
import io.roce.nic.stats.LedgerSnapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** What there is to know of all lanes together at one moment, while they are held. */
public final class LanesFigures
{
    private final List<Lane> lanes;
    private final List<QueuePairFigures> queuePairs;

    LanesFigures(final List<Lane> lanes)
    {
        this.lanes = lanes;
        queuePairs = lanes.stream().map(lane -> lane.queuePairs().figures()).toList();
    }

    /** The account of the node: what is on its way between lanes is held. */
    public LedgerSnapshot ledger()
    {
        return sum(lanes, Lane::ledger, LedgerSnapshot::plus);
    }

    public EgressFigures egress()
    {
        return sum(lanes, Lane::egressFigures, EgressFigures::plus);
    }

    /** Of each address, what holds of the sockets of all lanes. */
    public List<LinkFigures> links()
    {
        return sum(lanes, Lane::linkFigures, LanesFigures::plus);
    }

    public TableFigures table()
    {
        return sum(queuePairs, QueuePairFigures::table, TableFigures::plus);
    }

    public CacheFigures cache()
    {
        return sum(queuePairs, QueuePairFigures::cache, CacheFigures::plus);
    }

    public QuarantineFigures quarantine()
    {
        return sum(queuePairs, QueuePairFigures::quarantine, QuarantineFigures::plus);
    }

    /** As {@link QueuePairFigures#quarantineQueue}; each lane counts the numbers that it hands out itself. */
    public List<QuarantinedQpn> quarantineQueue(final int limit)
    {
        return queuePairs.stream()
            .flatMap(each -> each.quarantineQueue(limit).stream())
            .sorted(QuarantinedQpn.AS_LET_OUT)
            .limit(limit)
            .toList();
    }

    /** As {@link QueuePairFigures#pages}. */
    public List<QpPageFigures> pages(final int after, final int limit)
    {
        return merged(
            each -> each.pages(after, limit),
            QpPageFigures::firstQpn,
            QpPageFigures::plus,
            limit);
    }

    /** As {@link QueuePairFigures#cells}. */
    public List<QpCellFigures> cells(final int grain, final int after, final int limit)
    {
        return merged(
            each -> each.cells(grain, after, limit),
            QpCellFigures::firstQpn,
            QpCellFigures::plus,
            limit);
    }

    /** As {@link QueuePairs#list}. */
    public List<QpSnapshot> list(final int after, final int limit, final QpState state)
    {
        final List<QpSnapshot> found = new ArrayList<>();
        for (final Lane lane : lanes)
        {
            found.addAll(lane.queuePairs().list(after, limit - found.size(), state));
        }
        return found;
    }

    private static <L, T> T sum(final List<L> lanes, final Function<L, T> figures, final BinaryOperator<T> plus)
    {
        return lanes.stream().map(figures).reduce(plus).orElseThrow();
    }

    /** Of each address, what holds of both its sockets. */
    public static List<LinkFigures> plus(final List<LinkFigures> some, final List<LinkFigures> others)
    {
        final List<LinkFigures> sum = new ArrayList<>(some.size());
        for (int i = 0; i < some.size(); i++)
        {
            sum.add(some.get(i).plus(others.get(i)));
        }
        return sum;
    }

    /** Where two lanes have numbers of one page or cell, that is one all the same. */
    private <T> List<T> merged(
        final Function<QueuePairFigures, List<T>> parts,
        final ToIntFunction<T> firstQpn,
        final BinaryOperator<T> plus,
        final int limit)
    {
        final TreeMap<Integer, T> byNumber = new TreeMap<>();
        for (final QueuePairFigures each : queuePairs)
        {
            parts.apply(each).forEach(part -> byNumber.merge(firstQpn.applyAsInt(part), part, plus));
        }
        return byNumber.values().stream().limit(limit).toList();
    }
}
