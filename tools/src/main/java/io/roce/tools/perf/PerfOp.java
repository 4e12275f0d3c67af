package io.roce.tools.perf;

import io.roce.nic.qp.QpType;
import io.roce.nic.work.WrOpcode;

import java.util.List;
import java.util.stream.Stream;

/** What is measured. */
enum PerfOp
{
    WRITE("write", "RDMA WRITE", WrOpcode.RDMA_WRITE),
    READ("read", "RDMA READ", WrOpcode.RDMA_READ),
    SEND("send", "SEND", WrOpcode.SEND),
    ATOMIC("atomic", "FETCH AND ADD", WrOpcode.ATOMIC_FETCH_AND_ADD);

    private final String label;
    private final String title;
    private final WrOpcode opcode;

    PerfOp(final String label, final String title, final WrOpcode opcode)
    {
        this.label = label;
        this.title = title;
        this.opcode = opcode;
    }

    /** As on the command line and between the ends. */
    String label()
    {
        return label;
    }

    /** For people. */
    String title()
    {
        return title;
    }

    WrOpcode opcode()
    {
        return opcode;
    }

    /** Whether the peer answers with what was asked for; else it gets a message, and can send one back. */
    boolean isFetch()
    {
        return opcode.isFetch();
    }

    /** The transport services that have it. */
    List<QpType> connections()
    {
        return Stream.of(QpType.values()).filter(type -> opcode.isTakenBy(type.transport())).toList();
    }

    /** The one with that label, or null. */
    static PerfOp find(final String label)
    {
        return Stream.of(values()).filter(op -> op.label.equals(label)).findFirst().orElse(null);
    }
}
