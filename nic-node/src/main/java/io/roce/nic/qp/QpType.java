package io.roce.nic.qp;

import io.roce.wire.opcode.TransportType;

/** The transport services that a queue pair of this node can have. */
public enum QpType
{
    /** Reliable connection. */
    RC(TransportType.RC),
    /** Unreliable connection. */
    UC(TransportType.UC),
    /** Unreliable datagram. */
    UD(TransportType.UD);

    private final TransportType transport;

    QpType(final TransportType transport)
    {
        this.transport = transport;
    }

    /** The transport of the opcodes that such a queue pair accepts. */
    public TransportType transport()
    {
        return transport;
    }

    /** Whether it has one peer, whose address is checked. */
    public boolean isConnected()
    {
        return this != UD;
    }
}
