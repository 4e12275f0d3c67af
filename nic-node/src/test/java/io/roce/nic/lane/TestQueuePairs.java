package io.roce.nic.lane;

import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.trace.QpnLife;
import io.roce.wire.PKey;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * Queue pairs in a map, with neither rules nor time: any modification is done, and what is destroyed stays in
 * quarantine for ever.
 */
public final class TestQueuePairs implements QueuePairs, QpResolver
{
    private final Int2ObjectHashMap<Qp> live = new Int2ObjectHashMap<>();
    private final IntHashSet quarantined = new IntHashSet();
    private int nextQpn;
    private int ticks;
    private RuntimeException tickFailure;

    public TestQueuePairs(final int firstQpn)
    {
        nextQpn = firstQpn;
    }

    @Override
    public List<QpSnapshot> create(final QpType type, final int count, final boolean contiguous)
    {
        final List<QpSnapshot> created = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            created.add(createWithQpn(type, nextQpn++));
        }
        return created;
    }

    @Override
    public QpSnapshot createWithQpn(final QpType type, final int qpn)
    {
        final Qp qp = new Qp(qpn, type);
        live.put(qpn, qp);
        return qp.snapshot();
    }

    @Override
    public QpSnapshot modify(final int qpn, final QpModification modification)
    {
        final Qp qp = live.get(qpn);
        qp.state = modification.next();
        final QpAttributes attributes = modification.attributes();
        if (attributes.has(QpAttribute.DGID))
        {
            qp.peer(attributes.dgid());
        }
        if (attributes.has(QpAttribute.QKEY))
        {
            qp.qKey = (int)attributes.value(QpAttribute.QKEY);
        }
        return qp.snapshot();
    }

    @Override
    public QpSnapshot query(final int qpn)
    {
        return live.get(qpn).snapshot();
    }

    @Override
    public QpDestroyed destroy(final int qpn)
    {
        live.remove(qpn);
        quarantined.add(qpn);
        return new QpDestroyed(qpn, 0, 1);
    }

    @Override
    public QpResolver resolver()
    {
        return this;
    }

    @Override
    public QpContext resolve(final int qpn)
    {
        return live.get(qpn);
    }

    @Override
    public QpnStatus status(final int qpn)
    {
        return live.containsKey(qpn) ? QpnStatus.LIVE :
            quarantined.contains(qpn) ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
    }

    @Override
    public void onTick()
    {
        ticks++;
        if (tickFailure != null)
        {
            throw tickFailure;
        }
    }

    public void failTicksWith(final RuntimeException tickFailure)
    {
        this.tickFailure = tickFailure;
    }

    public int ticks()
    {
        return ticks;
    }

    @Override
    public List<QpSnapshot> list(final int after, final int limit, final QpState state)
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public long quarantineRemainingNs(final int qpn)
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<QpnLife> history(final int qpn)
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public TableFigures tableFigures()
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public CacheFigures cacheFigures()
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public QuarantineFigures quarantineFigures()
    {
        throw new UnsupportedOperationException();
    }

    private static final class Qp implements QpContext
    {
        private final int qpn;
        private final QpType type;
        private QpState state = QpState.RESET;
        private int qKey;
        private long peerHigh;
        private long peerLow;
        private long requests;
        private long responses;
        private long refused;

        Qp(final int qpn, final QpType type)
        {
            this.qpn = qpn;
            this.type = type;
        }

        void peer(final InetAddress peer)
        {
            final Envelope envelope = new Envelope(0);
            envelope.addresses(peer.getAddress(), peer.getAddress());
            peerHigh = envelope.sourceHigh();
            peerLow = envelope.sourceLow();
        }

        QpSnapshot snapshot()
        {
            return new QpSnapshot(qpn, 1, 0, type, state, new QpAttributes(), requests, responses, refused);
        }

        @Override
        public int qpn()
        {
            return qpn;
        }

        @Override
        public long generation()
        {
            return 1;
        }

        @Override
        public int epoch()
        {
            return 0;
        }

        @Override
        public QpType type()
        {
            return type;
        }

        @Override
        public QpState state()
        {
            return state;
        }

        @Override
        public int pKey()
        {
            return PKey.DEFAULT;
        }

        @Override
        public int qKey()
        {
            return qKey;
        }

        @Override
        public boolean isPeer(final Envelope envelope)
        {
            return envelope.sourceHigh() == peerHigh && envelope.sourceLow() == peerLow;
        }

        @Override
        public void onRequest()
        {
            requests++;
        }

        @Override
        public void onResponse()
        {
            responses++;
        }

        @Override
        public void onRefused()
        {
            refused++;
        }
    }
}
