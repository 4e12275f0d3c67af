package io.roce.nic.qp;

import io.roce.nic.error.NumberForm;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.memory.AccessFlag;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;

/** The attributes of a queue pair that modify can set, named as in libibverbs, each with its range. */
public enum QpAttribute
{
    /** Index into the port's P_Key table. */
    PKEY_INDEX("pkey_index", 0, Port.MAX_PKEYS - 1),
    /** Port, counted from 1. */
    PORT_NUM("port_num", 1, Ports.MAX),
    /** What a remote peer may do: bits of {@link AccessFlag}. */
    QP_ACCESS_FLAGS("qp_access_flags", 0, AccessFlag.ALL),
    /** UD: the key that packets must carry; unsigned 32 bits. */
    QKEY("qkey", 0, 0xFFFF_FFFFL),
    /** Address of the peer's port. Not a number: {@link QpAttributes#dgid()}. */
    DGID("dgid", 0, 0),
    /** Index into the port's GID table: the address that the peer sends to. Given with DGID alone; else 0. */
    SGID_INDEX("sgid_index", 0, Port.MAX_GIDS - 1),
    /** Payload bytes of a full packet: 256, 512, 1024, 2048 or 4096. */
    PATH_MTU("path_mtu", 256, 4096),
    /** The peer's queue pair number; no management or multicast one. */
    DEST_QP_NUM("dest_qp_num", Qpn.MIN_USER, Qpn.MAX_USER, NumberForm.HEX_24),
    /** The PSN that is expected first. */
    RQ_PSN("rq_psn", 0, Psn.MASK, NumberForm.HEX_24),
    /** READs and atomics that the peer may have outstanding. */
    MAX_DEST_RD_ATOMIC("max_dest_rd_atomic", 0, 255),
    /** Code of the delay that an RNR NAK asks for. */
    MIN_RNR_TIMER("min_rnr_timer", 0, 31),
    /** The PSN that is sent first. */
    SQ_PSN("sq_psn", 0, Psn.MASK, NumberForm.HEX_24),
    /** Code of the acknowledgement timeout: 4.096 us times 2 to this power; 0 is for ever. */
    TIMEOUT("timeout", 0, 31),
    /** Retransmissions after a timeout or sequence NAK. */
    RETRY_CNT("retry_cnt", 0, 7),
    /** Retransmissions after an RNR NAK; 7 is for ever. */
    RNR_RETRY("rnr_retry", 0, 7),
    /** READs and atomics that may be outstanding. */
    MAX_RD_ATOMIC("max_rd_atomic", 0, 255);

    private final String label;
    private final long min;
    private final long max;
    private final NumberForm form;

    QpAttribute(final String label, final long min, final long max)
    {
        this(label, min, max, NumberForm.DECIMAL);
    }

    QpAttribute(final String label, final long min, final long max, final NumberForm form)
    {
        this.form = form;
        this.label = label;
        this.min = min;
        this.max = max;
    }

    /** Its name in libibverbs, in JSON and on the command line. */
    public String label()
    {
        return label;
    }

    public long min()
    {
        return min;
    }

    public long max()
    {
        return max;
    }

    /** Whether the node's ports bound it, more closely than {@link #max()}, which no node goes beyond. */
    public boolean isBoundByPorts()
    {
        return this == PKEY_INDEX || this == PORT_NUM || this == SGID_INDEX;
    }

    /** How its values are written for people. */
    public NumberForm form()
    {
        return form;
    }

    /** Its bit in a set of attributes. */
    public int bit()
    {
        return 1 << ordinal();
    }

    /** The attribute with that name, or null. */
    public static QpAttribute byLabel(final String label)
    {
        for (final QpAttribute attribute : values())
        {
            if (attribute.label.equals(label))
            {
                return attribute;
            }
        }
        return null;
    }
}
