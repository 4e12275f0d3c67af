package io.roce.nic.admin;

import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.QpDestroyed;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.VerbsErrorCode;
import io.roce.nic.qp.VerbsException;
import io.roce.nic.trace.QpnLife;
import org.agrona.concurrent.CachedNanoClock;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Queue pairs that only have numbers, states and attributes: {@link #MAX_QPS} of them, numbered from {@link #FIRST_QPN}. A
 * modify takes what it is given, but wants path_mtu and forbids qkey on the way to RTR.
 */
final class FakeQueuePairs implements QueuePairs
{
    static final int FIRST_QPN = 0x11;
    static final int MAX_QPS = 1_000;
    static final long QUARANTINE_NS = 2_147_483_648L;
    static final long GENERATION_BASE = 5_000_000_000L;

    final CachedNanoClock clock = new CachedNanoClock();

    private final NavigableMap<Integer, QpSnapshot> live = new TreeMap<>();
    private final NavigableMap<Integer, QpnLife> dead = new TreeMap<>();
    private int nextQpn = FIRST_QPN;
    private long generation = GENERATION_BASE;

    @Override
    public List<QpSnapshot> create(final QpType type, final int count, final boolean contiguous) throws VerbsException
    {
        if (live.size() + count > MAX_QPS)
        {
            throw new VerbsException(VerbsErrorCode.TABLE_FULL, "The table is full.").with("max_qps", MAX_QPS);
        }
        if (count == MAX_QPS - 1)
        {
            throw new VerbsException(VerbsErrorCode.QPNS_QUARANTINED, "Not enough numbers are free.");
        }
        final List<QpSnapshot> created = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            created.add(add(type, nextQpn++));
        }
        return created;
    }

    @Override
    public QpSnapshot createWithQpn(final QpType type, final int qpn) throws VerbsException
    {
        if (live.containsKey(qpn))
        {
            throw new VerbsException(VerbsErrorCode.QPN_NOT_FREE, "The number is in use.").with("qpn", qpn);
        }
        return add(type, qpn);
    }

    @Override
    public QpSnapshot modify(final int qpn, final QpModification modification) throws VerbsException
    {
        final QpSnapshot qp = query(qpn);
        if (modification.current() != null && modification.current() != qp.state())
        {
            throw new VerbsException(VerbsErrorCode.ILLEGAL_TRANSITION, "It is in another state.");
        }
        final QpAttributes asked = modification.attributes();
        if (modification.next() == QpState.RTR && !asked.has(QpAttribute.PATH_MTU))
        {
            throw new VerbsException(VerbsErrorCode.ILLEGAL_ATTRIBUTES, "Attributes are missing or forbidden.")
                .with("missing", List.of(QpAttribute.PATH_MTU.label()))
                .with("forbidden", List.of(QpAttribute.QKEY.label()));
        }
        final QpAttributes attributes = new QpAttributes();
        for (final QpAttribute attribute : QpAttribute.values())
        {
            final QpAttributes from = asked.has(attribute) ? asked : qp.attributes();
            if (from.has(attribute) && attribute == QpAttribute.DGID)
            {
                attributes.dgid(from.dgid());
            }
            else if (from.has(attribute))
            {
                attributes.put(attribute, from.value(attribute));
            }
        }
        final QpState state = modification.next() == null ? qp.state() : modification.next();
        final QpSnapshot changed =
            new QpSnapshot(qpn, qp.generation(), qp.epoch(), qp.type(), state, attributes, 11, 12, 13);
        live.put(qpn, changed);
        return changed;
    }

    @Override
    public QpSnapshot query(final int qpn) throws VerbsException
    {
        final QpSnapshot qp = live.get(qpn);
        if (qp == null)
        {
            throw new VerbsException(
                quarantineRemainingNs(qpn) > 0 ? VerbsErrorCode.QUARANTINED : VerbsErrorCode.UNALLOCATED,
                "The number names no queue pair.");
        }
        return qp;
    }

    @Override
    public List<QpSnapshot> list(final int after, final int limit, final QpState state)
    {
        return live.tailMap(after, false)
            .values()
            .stream()
            .filter(qp -> state == null || qp.state() == state)
            .limit(limit)
            .toList();
    }

    @Override
    public QpDestroyed destroy(final int qpn) throws VerbsException
    {
        final QpSnapshot qp = query(qpn);
        live.remove(qpn);
        dead.put(qpn, new QpnLife(
            qpn, qp.generation(), qp.type(), clock.nanoTime() - 3_000_000, clock.nanoTime(), qp.attributes().dgid()));
        return new QpDestroyed(qpn, qp.generation(), QUARANTINE_NS);
    }

    @Override
    public long quarantineRemainingNs(final int qpn)
    {
        final QpnLife life = dead.get(qpn);
        return life == null ? 0 : Math.max(0, life.destroyedNs() + QUARANTINE_NS - clock.nanoTime());
    }

    @Override
    public List<QpnLife> history(final int qpn)
    {
        return dead.containsKey(qpn) ? List.of(dead.get(qpn)) : List.of();
    }

    @Override
    public void onTick()
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public QpResolver resolver()
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public TableFigures tableFigures()
    {
        return new TableFigures(
            "two-level", 2, 1, 4_096, 256, 1L << 20, live.size(), dead.size(), MAX_QPS, FIRST_QPN, 0xFF_FFFE);
    }

    @Override
    public CacheFigures cacheFigures()
    {
        return new CacheFigures(256, 4, 21, 22, 23, 24, 25);
    }

    @Override
    public QuarantineFigures quarantineFigures()
    {
        final long nextInNs = dead.isEmpty() ? -1 : quarantineRemainingNs(dead.firstKey());
        return new QuarantineFigures(QUARANTINE_NS, dead.size(), nextInNs, 31, 32);
    }

    private QpSnapshot add(final QpType type, final int qpn)
    {
        final QpSnapshot qp =
            new QpSnapshot(qpn, ++generation, 0, type, QpState.RESET, new QpAttributes(), 0, 0, 0);
        live.put(qpn, qp);
        return qp;
    }
}
