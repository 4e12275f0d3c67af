package io.roce.wire.packet;

import io.roce.wire.header.AethFlyweight;
import io.roce.wire.header.AtomicAckEthFlyweight;
import io.roce.wire.header.AtomicEthFlyweight;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.CnpReservedFlyweight;
import io.roce.wire.header.DethFlyweight;
import io.roce.wire.header.FethFlyweight;
import io.roce.wire.header.Flyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.IethFlyweight;
import io.roce.wire.header.ImmDtFlyweight;
import io.roce.wire.header.RdethFlyweight;
import io.roce.wire.header.RethFlyweight;
import io.roce.wire.header.XrcethFlyweight;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;

import java.nio.ByteOrder;

import org.agrona.MutableDirectBuffer;

/**
 * A checked view of one packet, BTH to ICRC. {@link #wrap} checks the packet once and answers with a value; after
 * {@link WireError#NONE} no accessor can fail. After anything else only the headers that {@link #isReadable} allows may
 * be read, and {@link #opcode()}, which may be null. Valid until the next {@code wrap}. Not thread-safe.
 */
public final class RocePacket
{
    /** The largest path MTU: payload bytes of one packet. */
    public static final int MAX_PATH_MTU = 4096;

    /** BTH to ICRC of the longest legal packet. */
    public static final int MAX_LENGTH = Opcode.MAX_HEADER_LENGTH + MAX_PATH_MTU + Icrc.LENGTH;

    private final BthFlyweight bth = new BthFlyweight();
    private final RdethFlyweight rdeth = new RdethFlyweight();
    private final DethFlyweight deth = new DethFlyweight();
    private final XrcethFlyweight xrceth = new XrcethFlyweight();
    private final FethFlyweight feth = new FethFlyweight();
    private final RethFlyweight reth = new RethFlyweight();
    private final AtomicEthFlyweight atomicEth = new AtomicEthFlyweight();
    private final AethFlyweight aeth = new AethFlyweight();
    private final AtomicAckEthFlyweight atomicAckEth = new AtomicAckEthFlyweight();
    private final ImmDtFlyweight immDt = new ImmDtFlyweight();
    private final IethFlyweight ieth = new IethFlyweight();
    private final CnpReservedFlyweight cnpReserved = new CnpReservedFlyweight();

    private MutableDirectBuffer buffer;
    private int offset;
    private int length;
    private Opcode opcode;

    /**
     * Points the view at a packet and checks it: length, transport version, opcode, extended headers, pad.
     *
     * @param buffer that holds the packet.
     * @param offset of its BTH.
     * @param length BTH to ICRC in bytes: all of the UDP payload; 0 or more.
     * @return {@link WireError#NONE} or the first thing that is wrong.
     */
    public WireError wrap(final MutableDirectBuffer buffer, final int offset, final int length)
    {
        this.offset = offset;
        this.length = length;
        if (this.buffer != buffer)
        {
            this.buffer = buffer;
        }

        Opcode opcode = null;
        if (length >= BthFlyweight.LENGTH)
        {
            bth.wrap(buffer, offset);
            opcode = Opcode.get(bth.opcodeValue());
        }
        if (this.opcode != opcode)
        {
            this.opcode = opcode;
        }

        return check();
    }

    public BthFlyweight bth()
    {
        return bth;
    }

    /** Only when {@link #opcode()} has the header. */
    public RdethFlyweight rdeth()
    {
        return pointed(rdeth);
    }

    /** Only when {@link #opcode()} has the header. */
    public DethFlyweight deth()
    {
        return pointed(deth);
    }

    /** Only when {@link #opcode()} has the header. */
    public XrcethFlyweight xrceth()
    {
        return pointed(xrceth);
    }

    /** Only when {@link #opcode()} has the header. */
    public FethFlyweight feth()
    {
        return pointed(feth);
    }

    /** Only when {@link #opcode()} has the header. */
    public RethFlyweight reth()
    {
        return pointed(reth);
    }

    /** Only when {@link #opcode()} has the header. */
    public AtomicEthFlyweight atomicEth()
    {
        return pointed(atomicEth);
    }

    /** Only when {@link #opcode()} has the header. */
    public AethFlyweight aeth()
    {
        return pointed(aeth);
    }

    /** Only when {@link #opcode()} has the header. */
    public AtomicAckEthFlyweight atomicAckEth()
    {
        return pointed(atomicAckEth);
    }

    /** Only when {@link #opcode()} has the header. */
    public ImmDtFlyweight immDt()
    {
        return pointed(immDt);
    }

    /** Only when {@link #opcode()} has the header. */
    public IethFlyweight ieth()
    {
        return pointed(ieth);
    }

    /** Only when {@link #opcode()} has the header. */
    public CnpReservedFlyweight cnpReserved()
    {
        return pointed(cnpReserved);
    }

    /** The row of the opcode table; null when the opcode is reserved or cut off. */
    public Opcode opcode()
    {
        return opcode;
    }

    /** Whether the opcode has the header. */
    public boolean has(final HeaderType header)
    {
        return opcode.has(header);
    }

    /**
     * Whether the packet has the header and the whole of it stands in front of the ICRC, be the packet well formed or
     * not. After {@link WireError#NONE} that is every header of the opcode.
     * <p>
     * The last four bytes of a packet are its ICRC and never a header. A packet that is too short for a BTH and an ICRC
     * has no ICRC: from 12 bytes on its BTH is readable, and nothing else.
     */
    public boolean isReadable(final HeaderType header)
    {
        if (header == HeaderType.BTH)
        {
            return length >= BthFlyweight.LENGTH;
        }
        return opcode != null && opcode.has(header) &&
            opcode.headerOffset(header) + header.length() <= length - Icrc.LENGTH;
    }

    public MutableDirectBuffer buffer()
    {
        return buffer;
    }

    /** Where the BTH starts in {@link #buffer()}. */
    public int offset()
    {
        return offset;
    }

    /** BTH to ICRC in bytes. */
    public int length()
    {
        return length;
    }

    /** Where the payload starts in {@link #buffer()}. */
    public int payloadOffset()
    {
        return offset + opcode.headerLength();
    }

    /** Payload in bytes, pad bytes not counted. */
    public int payloadLength()
    {
        return length - opcode.headerLength() - bth.padCount() - Icrc.LENGTH;
    }

    /**
     * The ICRC that the packet carries, its bytes as they are on the wire: see {@link Icrc}. Not after
     * {@link WireError#TRUNCATED_BTH}.
     */
    public int icrc()
    {
        return buffer.getInt(offset + length - Icrc.LENGTH, ByteOrder.BIG_ENDIAN);
    }

    /** Only when it is asked for: most of what is received is judged by its BTH alone. */
    private <T extends Flyweight> T pointed(final T flyweight)
    {
        flyweight.wrap(buffer, offset + opcode.headerOffset(flyweight.type()));
        return flyweight;
    }

    private WireError check()
    {
        if (length < BthFlyweight.LENGTH + Icrc.LENGTH)
        {
            return WireError.TRUNCATED_BTH;
        }

        if (length > MAX_LENGTH)
        {
            return WireError.OVERSIZE;
        }

        if (bth.transportVersion() != 0)
        {
            return WireError.UNSUPPORTED_TVER;
        }

        if (opcode == null)
        {
            return WireError.UNKNOWN_OPCODE;
        }

        final int afterHeaders = length - opcode.headerLength() - Icrc.LENGTH;
        if (afterHeaders < 0)
        {
            return WireError.TRUNCATED_HEADERS;
        }

        return bth.padCount() > afterHeaders ? WireError.PAD_EXCEEDS_PAYLOAD : WireError.NONE;
    }
}
