package io.roce.tools.adapter;

import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.verbs.Qp;

/**
 * The steps of queue pairs of one type from RESET to RTS, and the values that they are taken with. What is not set is
 * as the programs that come with libibverbs have it: no access for the peer, path MTU 1024, one READ or atomic
 * outstanding, timeout 14. What was lost is sent again 7 times, and what met no receive for ever.
 */
public final class BringUp
{
    /** Of every UD queue pair, and so of every datagram: no secret, as that of the pingpong programs. */
    public static final int QKEY = 0x1111_1111;

    private static final int MIN_RNR_TIMER = 12;
    private static final int RETRY_CNT = 7;
    private static final int RNR_RETRY_FOR_EVER = 7;

    private final QpType type;
    private final GidEntry gid;
    private int access;
    private int pathMtu = 1_024;
    private int rdAtomics = 1;
    private int timeout = 14;

    /** @param gid the port and the address that packets leave from. */
    public BringUp(final QpType type, final GidEntry gid)
    {
        this.type = type;
        this.gid = gid;
    }

    /** What the peer may do, bits of {@link io.roce.nic.memory.AccessFlag}; RC and UC. */
    public BringUp access(final int access)
    {
        this.access = access;
        return this;
    }

    /** RC and UC. */
    public BringUp pathMtu(final int pathMtu)
    {
        this.pathMtu = pathMtu;
        return this;
    }

    /** READs and atomics outstanding, in either direction, 0 to 255; RC. */
    public BringUp rdAtomics(final int rdAtomics)
    {
        this.rdAtomics = rdAtomics;
        return this;
    }

    /** Acknowledgement timeout as a code; RC. */
    public BringUp timeout(final int timeout)
    {
        this.timeout = timeout;
        return this;
    }

    /** From RESET: from now on receives can be posted. */
    public void toInit(final Qp qp)
    {
        final QpAttributes attributes = new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, gid.portNum());
        modify(qp, QpState.INIT, type.isConnected() ?
            attributes.put(QpAttribute.QP_ACCESS_FLAGS, access) :
            attributes.put(QpAttribute.QKEY, QKEY));
    }

    /** From INIT: from now on the peer can send. */
    public void toRtr(final Qp qp, final QpAddress remote)
    {
        final QpAttributes attributes = new QpAttributes();
        if (type.isConnected())
        {
            attributes
                .dgid(remote.address())
                .put(QpAttribute.SGID_INDEX, gid.gidIndex())
                .put(QpAttribute.PATH_MTU, pathMtu)
                .put(QpAttribute.DEST_QP_NUM, remote.qpn())
                .put(QpAttribute.RQ_PSN, remote.psn());
        }
        if (type == QpType.RC)
        {
            attributes
                .put(QpAttribute.MAX_DEST_RD_ATOMIC, rdAtomics)
                .put(QpAttribute.MIN_RNR_TIMER, MIN_RNR_TIMER);
        }
        modify(qp, QpState.RTR, attributes);
    }

    /** From RTR: from now on sends can be posted. */
    public void toRts(final Qp qp, final int psn)
    {
        final QpAttributes attributes = new QpAttributes().put(QpAttribute.SQ_PSN, psn);
        if (type == QpType.RC)
        {
            attributes
                .put(QpAttribute.TIMEOUT, timeout)
                .put(QpAttribute.RETRY_CNT, RETRY_CNT)
                .put(QpAttribute.RNR_RETRY, RNR_RETRY_FOR_EVER)
                .put(QpAttribute.MAX_RD_ATOMIC, rdAtomics);
        }
        modify(qp, QpState.RTS, attributes);
    }

    private static void modify(final Qp qp, final QpState next, final QpAttributes attributes)
    {
        Adapter.answer(qp.modify(next, attributes));
    }
}
