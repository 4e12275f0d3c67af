package io.roce.tools.reuse;

import io.roce.nic.qp.QpType;
import io.roce.wire.opcode.Opcode;

/** What a stale packet asks for, and whether the memory that it names is still there. */
enum StalePacket
{
    RC_SEND("rc-send", QpType.RC, Opcode.RC_SEND_ONLY, Key.NONE, "RC SEND"),
    RC_WRITE("rc-write", QpType.RC, Opcode.RC_RDMA_WRITE_ONLY, Key.ENDED, "RC WRITE, region ended with its QP"),
    RC_WRITE_SHARED(
        "rc-write-shared", QpType.RC, Opcode.RC_RDMA_WRITE_ONLY, Key.SHARED, "RC WRITE, region has outlived its QP"),
    RC_READ("rc-read", QpType.RC, Opcode.RC_RDMA_READ_REQUEST, Key.ENDED, "RC READ, region ended with its QP"),
    RC_READ_SHARED(
        "rc-read-shared", QpType.RC, Opcode.RC_RDMA_READ_REQUEST, Key.SHARED, "RC READ, region has outlived its QP"),
    UC_SEND("uc-send", QpType.UC, Opcode.UC_SEND_ONLY, Key.NONE, "UC SEND"),
    UC_WRITE("uc-write", QpType.UC, Opcode.UC_RDMA_WRITE_ONLY, Key.ENDED, "UC WRITE, region ended with its QP"),
    UC_WRITE_SHARED(
        "uc-write-shared", QpType.UC, Opcode.UC_RDMA_WRITE_ONLY, Key.SHARED, "UC WRITE, region has outlived its QP"),
    UD_SEND("ud-send", QpType.UD, Opcode.UD_SEND_ONLY, Key.QUEUE, "UD SEND, as many Q_Keys as peers");

    private final String label;
    private final QpType type;
    private final Opcode opcode;
    private final Key key;
    private final String description;

    StalePacket(
        final String label, final QpType type, final Opcode opcode, final Key key, final String description)
    {
        this.label = label;
        this.type = type;
        this.opcode = opcode;
        this.key = key;
        this.description = description;
    }

    /** As on the command line and in CSV. */
    String label()
    {
        return label;
    }

    QpType type()
    {
        return type;
    }

    Opcode opcode()
    {
        return opcode;
    }

    String description()
    {
        return description;
    }

    /** Whether the R_Key names memory that was deregistered when the connection ended. */
    boolean isKeyEnded()
    {
        return key == Key.ENDED;
    }

    /** Whether it names memory at all. */
    boolean hasRKey()
    {
        return key == Key.ENDED || key == Key.SHARED;
    }

    boolean isRead()
    {
        return opcode == Opcode.RC_RDMA_READ_REQUEST;
    }

    private enum Key
    {
        NONE, ENDED, SHARED, QUEUE
    }
}
