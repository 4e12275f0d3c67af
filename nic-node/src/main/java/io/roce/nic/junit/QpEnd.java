package io.roce.nic.junit;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Addresses;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WorkCompletion;

/**
 * One end of a {@link QpPair}: a queue pair, and the completion queue of its sends and receives. Every send completes
 * with a word.
 */
public final class QpEnd
{
    /** Of every UD queue pair. */
    public static final int Q_KEY = 0x1111_1111;

    /** What can be posted to it. */
    public static final QpCap CAP = new QpCap(128, 128, 4, 4, 256);

    /**
     * 4.096 us times 2 to this power, 0.54 s, to an acknowledgement; then the request is sent again, 7 times. A machine
     * that is busy with other tests leaves a node without a processor for longer than is usual between adapters.
     */
    private static final int TIMEOUT = 17;
    private static final int RETRY_CNT = 7;

    /** For ever, each time after 0.64 ms. */
    private static final int RNR_RETRY = 7;
    private static final int MIN_RNR_TIMER = 12;

    private static final int MAX_RD_ATOMIC = 16;

    private final RoceExtension roce;
    private final TestNode node;
    private final QpType type;
    private final int sqPsn;
    private final CompletionQueue cq;
    private final Qp qp;

    /** In RESET. */
    QpEnd(final RoceExtension roce, final TestNode node, final QpType type, final int sqPsn)
    {
        this.roce = roce;
        this.node = node;
        this.type = type;
        this.sqPsn = sqPsn;
        cq = TestNode.done(node.verbs().createCq(CAP.maxSendWr() + CAP.maxRecvWr()));
        qp = TestNode.done(node.verbs().createQp(type, new QpInit(node.pd(), CAP, true, cq, cq)));
    }

    public TestNode node()
    {
        return node;
    }

    public Qp qp()
    {
        return qp;
    }

    public int qpn()
    {
        return qp.qpn();
    }

    public CompletionQueue cq()
    {
        return cq;
    }

    /** PSN of the first packet that it sends. */
    public int sqPsn()
    {
        return sqPsn;
    }

    /** Posts a request; a full queue fails the test. */
    public void post(final SendWr wr) throws VerbsException
    {
        requirePosted(qp.postSend(wr), "send");
    }

    /** Posts a receive; a full queue fails the test. */
    public void post(final RecvWr wr) throws VerbsException
    {
        requirePosted(qp.postRecv(wr), "receive");
    }

    /**
     * The next completion, of whatever status, when it is there. None within the extension's timeout fails the test,
     * and none that can ever come does so at once.
     */
    public WorkCompletion await()
    {
        final WorkCompletion completion = new WorkCompletion();
        roce.await(() -> cq.poll(completion), () -> "no completion at " + this);
        return completion;
    }

    @Override
    public String toString()
    {
        return qp + " of " + Addresses.format(node.address());
    }

    /** From RESET to RTS. */
    void connect(final QpEnd peer, final int mtu)
    {
        modify(QpState.INIT, toInit());
        modify(QpState.RTR, toRtr(peer, mtu));
        modify(QpState.RTS, toRts());
    }

    private void modify(final QpState next, final QpAttributes attributes)
    {
        TestNode.done(qp.modify(next, attributes));
    }

    private QpAttributes toInit()
    {
        final QpAttributes attributes =
            new QpAttributes().put(QpAttribute.PKEY_INDEX, 0).put(QpAttribute.PORT_NUM, 1);
        return type == QpType.UD ?
            attributes.put(QpAttribute.QKEY, Q_KEY) :
            attributes.put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL);
    }

    private QpAttributes toRtr(final QpEnd peer, final int mtu)
    {
        final QpAttributes attributes = new QpAttributes();
        if (type == QpType.UD)
        {
            return attributes;
        }
        attributes
            .dgid(peer.node.address())
            .put(QpAttribute.PATH_MTU, mtu)
            .put(QpAttribute.DEST_QP_NUM, peer.qpn())
            .put(QpAttribute.RQ_PSN, peer.sqPsn);
        return type == QpType.UC ?
            attributes :
            attributes.put(QpAttribute.MAX_DEST_RD_ATOMIC, MAX_RD_ATOMIC).put(QpAttribute.MIN_RNR_TIMER, MIN_RNR_TIMER);
    }

    private QpAttributes toRts()
    {
        final QpAttributes attributes = new QpAttributes().put(QpAttribute.SQ_PSN, sqPsn);
        return type != QpType.RC ?
            attributes :
            attributes
                .put(QpAttribute.TIMEOUT, TIMEOUT)
                .put(QpAttribute.RETRY_CNT, RETRY_CNT)
                .put(QpAttribute.RNR_RETRY, RNR_RETRY)
                .put(QpAttribute.MAX_RD_ATOMIC, MAX_RD_ATOMIC);
    }

    private void requirePosted(final boolean isPosted, final String queue)
    {
        if (!isPosted)
        {
            throw new AssertionError("the " + queue + " queue is full: " + this);
        }
    }
}
