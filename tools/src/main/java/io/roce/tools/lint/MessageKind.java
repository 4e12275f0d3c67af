package io.roce.tools.lint;

import io.roce.wire.opcode.Opcode;

/** What a message of several packets is: its packets all are of one kind. */
enum MessageKind
{
    SEND,
    RDMA_WRITE,
    READ_RESPONSE,
    OTHER;

    private static final MessageKind[] BY_OPCODE = new MessageKind[Opcode.values().length];

    static
    {
        for (final Opcode opcode : Opcode.values())
        {
            BY_OPCODE[opcode.ordinal()] =
                opcode.name().contains("_SEND_") ? SEND :
                opcode.name().contains("_RDMA_WRITE_") ? RDMA_WRITE :
                opcode.name().contains("_READ_RESPONSE_") ? READ_RESPONSE : OTHER;
        }
    }

    static MessageKind of(final Opcode opcode)
    {
        return BY_OPCODE[opcode.ordinal()];
    }
}
