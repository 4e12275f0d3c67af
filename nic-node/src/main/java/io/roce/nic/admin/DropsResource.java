package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.Drop;
import io.roce.nic.trace.DropRings;
import io.roce.nic.trace.DropSelection;
import io.roce.nic.trace.QpnLife;
import io.roce.wire.Qpn;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code /v1/drops}: the last datagrams that were dropped, why, and what is known of the numbers that they named. */
final class DropsResource
{
    static final String LIMIT = "limit";
    static final String AFTER = "after";
    static final String LAST = "last";
    static final String FATE = "fate";
    static final String QPN = "qpn";
    static final String PEER = "peer";

    private static final int LIMIT_DEFAULT = 100;
    private static final int LIMIT_MAX = 1_000;

    private static final List<Fate> DROPS = Stream.of(Fate.values()).filter(Fate::isDrop).toList();

    private final Lanes lanes;
    private final DropRings drops;
    private final NanoClock clock;

    /** @param clock the lanes', which ages are counted on. */
    DropsResource(final Lanes lanes, final DropRings drops, final NanoClock clock)
    {
        this.lanes = lanes;
        this.drops = drops;
        this.clock = clock;
    }

    CompletableFuture<Answer> list(final Route.Call call) throws Refusal
    {
        final Query query = call.query();
        final int limit = (int)query.integer(LIMIT, 1, LIMIT_MAX, LIMIT_DEFAULT, NumberForm.DECIMAL);
        final DropSelection selection = new DropSelection(
            fates(query),
            (int)query.integer(QPN, 0, Qpn.MASK, DropSelection.ANY, NumberForm.HEX_24),
            query.address(PEER),
            query.integer(AFTER, 0, Long.MAX_VALUE, 0, NumberForm.DECIMAL),
            (int)query.integer(LAST, 1, Integer.MAX_VALUE, Integer.MAX_VALUE, NumberForm.DECIMAL));
        return lanes.whileHeld(() -> read(selection, limit));
    }

    private static Set<Fate> fates(final Query query) throws Refusal
    {
        return Set.copyOf(query.constants(FATE, DROPS));
    }

    /** While all lanes are held. */
    private Answer read(final DropSelection selection, final int limit)
    {
        final List<Drop> found = drops.read(selection, limit + 1);
        final List<Drop> part = found.subList(0, Math.min(limit, found.size()));
        final Long next = found.size() > limit ? part.get(limit - 1).number() : null;
        final int capacity = drops.capacity();
        final int[] kept = drops.kept();
        final LedgerSnapshot ledger = lanes.figures().ledger();
        final List<DropsJson.Number> numbers = numbers(part);
        final long nowNs = clock.nanoTime();
        return Answer.ok(json ->
        {
            json.writeStartObject();
            DropsJson.writeSummary(json, capacity, ledger, kept);
            json.writeArrayFieldStart("drops");
            for (final Drop drop : part)
            {
                DropsJson.writeDrop(json, drop);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("qpns");
            for (final DropsJson.Number number : numbers)
            {
                DropsJson.writeNumber(json, number, nowNs);
            }
            json.writeEndArray();
            json.writePOJOField("next", next);
            json.writeEndObject();
        });
    }

    /** What is true now of the numbers that drops named, in their order. */
    private List<DropsJson.Number> numbers(final List<Drop> part)
    {
        final Set<Integer> qpns = part.stream()
            .map(Drop::destQp)
            .filter(qpn -> qpn >= Qpn.MIN_USER && qpn <= Qpn.MAX_USER)
            .collect(Collectors.toCollection(TreeSet::new));
        final Map<Integer, List<QpnLife>> histories = new HashMap<>();
        qpns.stream()
            .collect(Collectors.groupingBy(lanes::of, Collectors.toSet()))
            .forEach((lane, some) -> histories.putAll(lane.queuePairs().history().of(some)));
        final List<DropsJson.Number> numbers = new ArrayList<>();
        for (final int qpn : qpns)
        {
            final QueuePairs queuePairs = lanes.of(qpn).queuePairs();
            numbers.add(new DropsJson.Number(
                qpn, live(queuePairs, qpn), queuePairs.quarantineRemainingNs(qpn), histories.get(qpn)));
        }
        return numbers;
    }

    private static QpSnapshot live(final QueuePairs queuePairs, final int qpn)
    {
        try
        {
            return queuePairs.query(qpn);
        }
        catch (final VerbsException e)
        {
            return null;
        }
    }
}
