package io.roce.wire.header;

import java.util.Locale;

/**
 * The headers that may stand between UDP and the payload, in the order in which they follow each other on the wire
 * (IBTA Vol 1, section 9.2 and 9.3; CNP: annex A17; FETH: annex A19).
 */
public enum HeaderType
{
    /** Base transport header: first in every packet. */
    BTH(12),
    /** Reliable datagram extended transport header. */
    RDETH(4),
    /** Datagram extended transport header. */
    DETH(8),
    /** XRC extended transport header. */
    XRCETH(4),
    /** Flush extended transport header. */
    FETH(4),
    /** RDMA extended transport header. */
    RETH(16),
    /** Atomic extended transport header. */
    ATOMIC_ETH(28),
    /** ACK extended transport header. */
    AETH(4),
    /** Atomic ACK extended transport header. */
    ATOMIC_ACK_ETH(8),
    /** Immediate data. */
    IMM_DT(4),
    /** Invalidate extended transport header. */
    IETH(4),
    /** The 16 reserved bytes, sent as zero, that a congestion notification packet carries behind its BTH. */
    CNP_RESERVED(16);

    private final int length;
    private final String label;

    HeaderType(final int length)
    {
        this.length = length;
        this.label = name().toLowerCase(Locale.ROOT);
    }

    /** Length in bytes. */
    public int length()
    {
        return length;
    }

    /** Its name in JSON and where packets are printed: {@code bth}, {@code atomic_eth}. */
    public String label()
    {
        return label;
    }
}
