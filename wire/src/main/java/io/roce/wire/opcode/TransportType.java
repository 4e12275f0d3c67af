package io.roce.wire.opcode;

/**
 * Transport services, by the top three bits of the opcode. {@link #CNP} is no service: congestion notification uses
 * the opcode 0x81 of that otherwise unused range (annex A17).
 */
public enum TransportType
{
    /** Reliable connection. */
    RC(0),
    /** Unreliable connection. */
    UC(1),
    /** Reliable datagram. */
    RD(2),
    /** Unreliable datagram. */
    UD(3),
    /** Congestion notification. */
    CNP(4),
    /** Extended reliable connection. */
    XRC(5);

    /** Bits of an opcode behind those that tell the service. */
    private static final int OPCODE_BITS = 5;

    private final int code;

    TransportType(final int code)
    {
        this.code = code;
    }

    /** The service of the opcodes whose top three bits are those. */
    static TransportType get(final int code)
    {
        for (final TransportType transport : values())
        {
            if (transport.code == code)
            {
                return transport;
            }
        }
        throw new IllegalStateException("no transport has the code " + code);
    }

    /** Whether an opcode with that number, be it reserved or not, is one of this service. */
    public boolean has(final int opcodeValue)
    {
        return opcodeValue >>> OPCODE_BITS == code;
    }

    /** The top three bits of the opcodes of this service. */
    public int code()
    {
        return code;
    }
}
