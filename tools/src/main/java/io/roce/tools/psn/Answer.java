package io.roce.tools.psn;

import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.packet.RocePacket;

/** What an old packet is answered. It goes to the address it came from, to the queue pair of the new peer. */
enum Answer
{
    ACK("ack"),
    NAK("nak"),
    /** What was in memory. */
    DATA("data");

    private final String label;

    Answer(final String label)
    {
        this.label = label;
    }

    static Answer of(final RocePacket packet)
    {
        if (packet.has(HeaderType.ATOMIC_ACK_ETH) || packet.payloadLength() > 0)
        {
            return DATA;
        }
        return Syndrome.isAck(packet.aeth().syndrome()) ? ACK : NAK;
    }

    /** As in JSON. */
    String label()
    {
        return label;
    }
}
