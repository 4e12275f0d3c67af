package io.roce.nic.fault;

import io.roce.wire.opcode.Opcode;

/** Whose packets a fault rule selects. A CNP is of neither kind. */
public enum PacketKind
{
    REQUEST("request", "Sent by a requester.")
    {
        @Override
        boolean has(final Opcode opcode)
        {
            return opcode != null && opcode.isRequest();
        }
    },
    RESPONSE("response", "Sent by a responder: acknowledgements and what was read.")
    {
        @Override
        boolean has(final Opcode opcode)
        {
            return opcode != null && opcode.isResponse();
        }
    };

    private final String label;
    private final String description;

    PacketKind(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in the text of a rule. */
    public String label()
    {
        return label;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }

    /** @param opcode null when it is reserved or cut off. */
    abstract boolean has(Opcode opcode);
}
