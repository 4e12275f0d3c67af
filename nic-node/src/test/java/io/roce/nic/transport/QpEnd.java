package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WorkCompletion;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** A served queue pair as a program has it. */
final class QpEnd
{
    static final int Q_KEY = 0x1122_3344;
    static final int TIMEOUT = 10;

    final Adapter adapter;
    final QpQueues queues;
    final QpInit init;
    final QpType type;
    int retryCnt = 7;
    int rnrRetry = 7;
    int maxRdAtomic = 4;
    int accessFlags = AccessFlag.ALL;

    QpEnd(final Adapter adapter, final QpQueues queues, final QpInit init, final QpType type)
    {
        this.adapter = adapter;
        this.queues = queues;
        this.init = init;
        this.type = type;
    }

    int qpn()
    {
        return queues.qpn();
    }

    QpState state() throws VerbsException
    {
        return adapter.queuePairs.query(qpn()).state();
    }

    void modify(final QpState next, final QpAttributes attributes) throws VerbsException
    {
        adapter.queuePairs.modify(qpn(), new QpModification(next, null, attributes));
    }

    void modify(final QpState next) throws VerbsException
    {
        modify(next, new QpAttributes());
    }

    void destroy() throws VerbsException
    {
        adapter.queuePairs.destroy(qpn());
    }

    /** From RESET. */
    void toInit() throws VerbsException
    {
        final QpAttributes attributes =
            new QpAttributes().put(QpAttribute.PKEY_INDEX, 0).put(QpAttribute.PORT_NUM, 1);
        modify(QpState.INIT, type == QpType.UD ?
            attributes.put(QpAttribute.QKEY, Q_KEY) :
            attributes.put(QpAttribute.QP_ACCESS_FLAGS, accessFlags));
    }

    /** From INIT, at the first address. */
    void toRtr(final QpEnd peer, final int mtu, final int rqPsn) throws VerbsException
    {
        final QpAttributes attributes = new QpAttributes();
        if (type != QpType.UD)
        {
            attributes
                .dgid(peer.adapter.ports.first().getAddress())
                .put(QpAttribute.PATH_MTU, mtu)
                .put(QpAttribute.DEST_QP_NUM, peer.qpn())
                .put(QpAttribute.RQ_PSN, rqPsn);
        }
        if (type == QpType.RC)
        {
            attributes.put(QpAttribute.MAX_DEST_RD_ATOMIC, 4).put(QpAttribute.MIN_RNR_TIMER, 12);
        }
        modify(QpState.RTR, attributes);
    }

    /** From RTR. */
    void toRts(final int sqPsn) throws VerbsException
    {
        final QpAttributes attributes = new QpAttributes().put(QpAttribute.SQ_PSN, sqPsn);
        if (type == QpType.RC)
        {
            attributes
                .put(QpAttribute.TIMEOUT, TIMEOUT)
                .put(QpAttribute.RETRY_CNT, retryCnt)
                .put(QpAttribute.RNR_RETRY, rnrRetry)
                .put(QpAttribute.MAX_RD_ATOMIC, maxRdAtomic);
        }
        modify(QpState.RTS, attributes);
    }

    void post(final SendWr wr) throws VerbsException
    {
        assertTrue(queues.postSend(wr), "the send queue is full");
        queues.doorbell();
    }

    void postRecv(final long wrId, final MemoryRegion region, final long offset, final long length)
        throws VerbsException
    {
        assertTrue(
            queues.postRecv(new RecvWr().wrId(wrId).sge(region.addr() + offset, length, region.lkey())),
            "the receive queue is full");
        queues.doorbell();
    }

    /** What has come to the send completion queue, one line each: {@code 1 SUCCESS SEND 5}. */
    List<String> completions()
    {
        return completions(init.sendCq());
    }

    static List<String> completions(final CompletionQueue cq)
    {
        final List<String> lines = new ArrayList<>();
        final WorkCompletion completion = new WorkCompletion();
        while (cq.poll(completion))
        {
            lines.add("%d %s %s %d".formatted(
                completion.wrId(), completion.status(), completion.opcode(), completion.byteLen()));
        }
        return lines;
    }
}
