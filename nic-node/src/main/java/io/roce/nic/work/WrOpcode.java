package io.roce.nic.work;

import io.roce.wire.opcode.TransportType;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a send work request asks for; numbers as of {@code ibv_wr_opcode}. */
public enum WrOpcode
{
    RDMA_WRITE(0, WcOpcode.RDMA_WRITE, TransportType.RC, TransportType.UC),
    RDMA_WRITE_WITH_IMM(1, WcOpcode.RDMA_WRITE, TransportType.RC, TransportType.UC),
    SEND(2, WcOpcode.SEND, TransportType.RC, TransportType.UC, TransportType.UD),
    SEND_WITH_IMM(3, WcOpcode.SEND, TransportType.RC, TransportType.UC, TransportType.UD),
    RDMA_READ(4, WcOpcode.RDMA_READ, TransportType.RC),
    ATOMIC_CMP_AND_SWP(5, WcOpcode.COMP_SWAP, TransportType.RC),
    ATOMIC_FETCH_AND_ADD(6, WcOpcode.FETCH_ADD, TransportType.RC),
    SEND_WITH_INV(9, WcOpcode.SEND, TransportType.RC);

    private final int number;
    private final WcOpcode completion;
    private final Set<TransportType> transports;

    WrOpcode(final int number, final WcOpcode completion, final TransportType... transports)
    {
        this.number = number;
        this.completion = completion;
        this.transports = EnumSet.copyOf(List.of(transports));
    }

    public int number()
    {
        return number;
    }

    /** What its completion is called. */
    public WcOpcode completion()
    {
        return completion;
    }

    /** Whether queue pairs of a transport take it. */
    public boolean isTakenBy(final TransportType transport)
    {
        return transports.contains(transport);
    }

    public boolean isAtomic()
    {
        return this == ATOMIC_CMP_AND_SWP || this == ATOMIC_FETCH_AND_ADD;
    }

    /** Whether what is asked for comes back in a response, into the request's own memory. */
    public boolean isFetch()
    {
        return this == RDMA_READ || isAtomic();
    }

    /** The names of those that queue pairs of a transport take. */
    static List<String> takenBy(final TransportType transport)
    {
        return Stream.of(values()).filter(opcode -> opcode.isTakenBy(transport)).map(WrOpcode::name).toList();
    }
}
