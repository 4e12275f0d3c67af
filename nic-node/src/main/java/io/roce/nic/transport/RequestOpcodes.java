package io.roce.nic.transport;

import io.roce.nic.work.WrOpcode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

/** What the packets of a message are called: those of one that has several, and the one of one that has no other. */
enum RequestOpcodes
{
    RC_SEND(
        WrOpcode.SEND,
        Opcode.RC_SEND_FIRST, Opcode.RC_SEND_MIDDLE, Opcode.RC_SEND_LAST, Opcode.RC_SEND_ONLY),
    RC_SEND_WITH_IMM(
        WrOpcode.SEND_WITH_IMM,
        Opcode.RC_SEND_FIRST, Opcode.RC_SEND_MIDDLE, Opcode.RC_SEND_LAST_WITH_IMMEDIATE,
        Opcode.RC_SEND_ONLY_WITH_IMMEDIATE),
    RC_SEND_WITH_INV(
        WrOpcode.SEND_WITH_INV,
        Opcode.RC_SEND_FIRST, Opcode.RC_SEND_MIDDLE, Opcode.RC_SEND_LAST_WITH_INVALIDATE,
        Opcode.RC_SEND_ONLY_WITH_INVALIDATE),
    RC_RDMA_WRITE(
        WrOpcode.RDMA_WRITE,
        Opcode.RC_RDMA_WRITE_FIRST, Opcode.RC_RDMA_WRITE_MIDDLE, Opcode.RC_RDMA_WRITE_LAST,
        Opcode.RC_RDMA_WRITE_ONLY),
    RC_RDMA_WRITE_WITH_IMM(
        WrOpcode.RDMA_WRITE_WITH_IMM,
        Opcode.RC_RDMA_WRITE_FIRST, Opcode.RC_RDMA_WRITE_MIDDLE, Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE,
        Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE),
    RC_RDMA_READ(WrOpcode.RDMA_READ, Opcode.RC_RDMA_READ_REQUEST),
    RC_ATOMIC_CMP_AND_SWP(WrOpcode.ATOMIC_CMP_AND_SWP, Opcode.RC_COMPARE_SWAP),
    RC_ATOMIC_FETCH_AND_ADD(WrOpcode.ATOMIC_FETCH_AND_ADD, Opcode.RC_FETCH_ADD),
    UC_SEND(
        WrOpcode.SEND,
        Opcode.UC_SEND_FIRST, Opcode.UC_SEND_MIDDLE, Opcode.UC_SEND_LAST, Opcode.UC_SEND_ONLY),
    UC_SEND_WITH_IMM(
        WrOpcode.SEND_WITH_IMM,
        Opcode.UC_SEND_FIRST, Opcode.UC_SEND_MIDDLE, Opcode.UC_SEND_LAST_WITH_IMMEDIATE,
        Opcode.UC_SEND_ONLY_WITH_IMMEDIATE),
    UC_RDMA_WRITE(
        WrOpcode.RDMA_WRITE,
        Opcode.UC_RDMA_WRITE_FIRST, Opcode.UC_RDMA_WRITE_MIDDLE, Opcode.UC_RDMA_WRITE_LAST,
        Opcode.UC_RDMA_WRITE_ONLY),
    UC_RDMA_WRITE_WITH_IMM(
        WrOpcode.RDMA_WRITE_WITH_IMM,
        Opcode.UC_RDMA_WRITE_FIRST, Opcode.UC_RDMA_WRITE_MIDDLE, Opcode.UC_RDMA_WRITE_LAST_WITH_IMMEDIATE,
        Opcode.UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE),
    UD_SEND(WrOpcode.SEND, Opcode.UD_SEND_ONLY),
    UD_SEND_WITH_IMM(WrOpcode.SEND_WITH_IMM, Opcode.UD_SEND_ONLY_WITH_IMMEDIATE);

    private static final RequestOpcodes[][] BY_TRANSPORT_AND_WR =
        new RequestOpcodes[TransportType.values().length][WrOpcode.values().length];

    static
    {
        for (final RequestOpcodes row : values())
        {
            BY_TRANSPORT_AND_WR[row.only.transport().ordinal()][row.wr.ordinal()] = row;
        }
    }

    private final WrOpcode wr;
    private final Opcode first;
    private final Opcode middle;
    private final Opcode last;
    private final Opcode only;

    /** A request that is one packet always. */
    RequestOpcodes(final WrOpcode wr, final Opcode only)
    {
        this(wr, null, null, null, only);
    }

    RequestOpcodes(
        final WrOpcode wr, final Opcode first, final Opcode middle, final Opcode last, final Opcode only)
    {
        this.wr = wr;
        this.first = first;
        this.middle = middle;
        this.last = last;
        this.only = only;
    }

    /** Of a request that queue pairs of the transport take. */
    static RequestOpcodes of(final TransportType transport, final WrOpcode wr)
    {
        return BY_TRANSPORT_AND_WR[transport.ordinal()][wr.ordinal()];
    }

    Opcode opcode(final boolean isFirst, final boolean isLast)
    {
        if (isFirst)
        {
            return isLast ? only : first;
        }
        return isLast ? last : middle;
    }
}
