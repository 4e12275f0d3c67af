package io.roce.nic.transport;

import io.roce.nic.memory.AccessFlag;
import io.roce.wire.opcode.Opcode;

/** What a request packet, or the message that it is part of, asks a responder for. */
enum RequestKind
{
    SEND(0),
    RDMA_WRITE(AccessFlag.REMOTE_WRITE.bit()),
    RDMA_READ(AccessFlag.REMOTE_READ.bit()),
    ATOMIC(AccessFlag.REMOTE_ATOMIC.bit()),
    /** Known by its opcode, and served by nobody here: FLUSH, ATOMIC WRITE. */
    UNSERVED(0);

    private static final RequestKind[] BY_OPCODE = new RequestKind[Opcode.values().length];

    static
    {
        for (final Opcode opcode : Opcode.values())
        {
            BY_OPCODE[opcode.ordinal()] = find(opcode);
        }
    }

    private final int access;

    RequestKind(final int access)
    {
        this.access = access;
    }

    /** Of a request of RC, UC or UD; null for all others. */
    static RequestKind of(final Opcode opcode)
    {
        return BY_OPCODE[opcode.ordinal()];
    }

    /** Bits of {@link AccessFlag} that the queue pair, and the region, must have. */
    int access()
    {
        return access;
    }

    /** Whether its answer brings something, and is saved for duplicates. */
    boolean isFetch()
    {
        return this == RDMA_READ || this == ATOMIC;
    }

    private static RequestKind find(final Opcode opcode)
    {
        return switch (opcode)
        {
            case RC_SEND_FIRST, RC_SEND_MIDDLE, RC_SEND_LAST, RC_SEND_LAST_WITH_IMMEDIATE, RC_SEND_ONLY,
                RC_SEND_ONLY_WITH_IMMEDIATE, RC_SEND_LAST_WITH_INVALIDATE, RC_SEND_ONLY_WITH_INVALIDATE,
                UC_SEND_FIRST, UC_SEND_MIDDLE, UC_SEND_LAST, UC_SEND_LAST_WITH_IMMEDIATE, UC_SEND_ONLY,
                UC_SEND_ONLY_WITH_IMMEDIATE, UD_SEND_ONLY, UD_SEND_ONLY_WITH_IMMEDIATE -> SEND;
            case RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_MIDDLE, RC_RDMA_WRITE_LAST, RC_RDMA_WRITE_LAST_WITH_IMMEDIATE,
                RC_RDMA_WRITE_ONLY, RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, UC_RDMA_WRITE_FIRST, UC_RDMA_WRITE_MIDDLE,
                UC_RDMA_WRITE_LAST, UC_RDMA_WRITE_LAST_WITH_IMMEDIATE, UC_RDMA_WRITE_ONLY,
                UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE -> RDMA_WRITE;
            case RC_RDMA_READ_REQUEST -> RDMA_READ;
            case RC_COMPARE_SWAP, RC_FETCH_ADD -> ATOMIC;
            case RC_FLUSH, RC_ATOMIC_WRITE -> UNSERVED;
            default -> null;
        };
    }
}
