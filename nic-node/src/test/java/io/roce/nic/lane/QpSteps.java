package io.roce.nic.lane;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;

import java.net.InetAddress;

/** Brings queue pairs up with all that each step of each type requires. */
public final class QpSteps
{
    /** The Q_Key of every UD queue pair made here. */
    public static final int Q_KEY = 0x1122_3344;

    /** PSN that every connection made here expects first. */
    public static final int RQ_PSN = 0xC0FFEE;

    private QpSteps()
    {
    }

    /**
     * Creates a queue pair at the first address of the first port, with its first P_Key, and brings it to a state.
     *
     * @return its number.
     */
    public static int create(
        final QueuePairs queuePairs, final QpType type, final QpState state, final InetAddress peer)
        throws VerbsException
    {
        return create(queuePairs, type, state, peer, new GidEntry(1, 0, null), 0);
    }

    /** The same at any address, with any P_Key. */
    public static int create(
        final QueuePairs queuePairs,
        final QpType type,
        final QpState state,
        final InetAddress peer,
        final GidEntry at,
        final int pKeyIndex) throws VerbsException
    {
        final int qpn = queuePairs.create(type, 1, false).get(0).qpn();
        bring(queuePairs, qpn, type, state, peer, at, pKeyIndex);
        return qpn;
    }

    /** Creates a served queue pair at the first address and brings it to a state. */
    public static QpQueues create(
        final QueuePairs queuePairs,
        final QpType type,
        final QpState state,
        final InetAddress peer,
        final QpInit init) throws VerbsException
    {
        final QpQueues queues = queuePairs.create(type, 1, false, init).get(0);
        bring(queuePairs, queues.qpn(), type, state, peer, new GidEntry(1, 0, null), 0);
        return queues;
    }

    private static void bring(
        final QueuePairs queuePairs,
        final int qpn,
        final QpType type,
        final QpState state,
        final InetAddress peer,
        final GidEntry at,
        final int pKeyIndex) throws VerbsException
    {
        if (state != QpState.RESET)
        {
            step(queuePairs, qpn, QpState.INIT, init(type, at.portNum(), pKeyIndex));
        }
        if (state == QpState.ERR)
        {
            step(queuePairs, qpn, QpState.ERR, new QpAttributes());
        }
        if (state == QpState.RTR || state == QpState.RTS)
        {
            step(queuePairs, qpn, QpState.RTR, readyToReceive(type, peer, at.gidIndex()));
        }
        if (state == QpState.RTS)
        {
            step(queuePairs, qpn, QpState.RTS, readyToSend(type));
        }
    }

    private static void step(
        final QueuePairs queuePairs, final int qpn, final QpState next, final QpAttributes attributes)
        throws VerbsException
    {
        queuePairs.modify(qpn, new QpModification(next, null, attributes));
    }

    private static QpAttributes init(final QpType type, final int portNum, final int pKeyIndex)
    {
        final QpAttributes attributes =
            new QpAttributes().put(QpAttribute.PKEY_INDEX, pKeyIndex).put(QpAttribute.PORT_NUM, portNum);
        return type == QpType.UD ?
            attributes.put(QpAttribute.QKEY, Q_KEY) :
            attributes.put(QpAttribute.QP_ACCESS_FLAGS, 0);
    }

    private static QpAttributes readyToReceive(final QpType type, final InetAddress peer, final int sgidIndex)
    {
        final QpAttributes attributes = new QpAttributes();
        if (type == QpType.UD)
        {
            return attributes;
        }
        attributes
            .dgid(peer)
            .put(QpAttribute.SGID_INDEX, sgidIndex)
            .put(QpAttribute.PATH_MTU, 256)
            .put(QpAttribute.DEST_QP_NUM, 0x4711)
            .put(QpAttribute.RQ_PSN, RQ_PSN);
        return type == QpType.UC ?
            attributes :
            attributes.put(QpAttribute.MAX_DEST_RD_ATOMIC, 1).put(QpAttribute.MIN_RNR_TIMER, 12);
    }

    private static QpAttributes readyToSend(final QpType type)
    {
        final QpAttributes attributes = new QpAttributes().put(QpAttribute.SQ_PSN, 0xBEEF);
        return type != QpType.RC ?
            attributes :
            attributes
                .put(QpAttribute.TIMEOUT, 14)
                .put(QpAttribute.RETRY_CNT, 7)
                .put(QpAttribute.RNR_RETRY, 7)
                .put(QpAttribute.MAX_RD_ATOMIC, 1);
    }
}
