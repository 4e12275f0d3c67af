package io.roce.wire.packet;

import static io.roce.wire.header.HeaderType.AETH;
import static io.roce.wire.header.HeaderType.ATOMIC_ACK_ETH;
import static io.roce.wire.header.HeaderType.ATOMIC_ETH;
import static io.roce.wire.header.HeaderType.BTH;
import static io.roce.wire.header.HeaderType.CNP_RESERVED;
import static io.roce.wire.header.HeaderType.DETH;
import static io.roce.wire.header.HeaderType.FETH;
import static io.roce.wire.header.HeaderType.IETH;
import static io.roce.wire.header.HeaderType.IMM_DT;
import static io.roce.wire.header.HeaderType.RDETH;
import static io.roce.wire.header.HeaderType.RETH;
import static io.roce.wire.header.HeaderType.XRCETH;
import static io.roce.wire.packet.PacketField.Notation.DECIMAL;
import static io.roce.wire.packet.PacketField.Notation.FLAG;
import static io.roce.wire.packet.PacketField.Notation.HEX;
import static java.nio.ByteOrder.BIG_ENDIAN;

import io.roce.wire.AsciiText;
import io.roce.wire.header.HeaderType;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Every field of every header of a RoCEv2 packet, once, in wire order: its name in JSON and on the command line, the
 * header it is in, its width, how it is printed, read and written. The printer, the builder, JSON and the command line
 * iterate this list. The opcode is none of them: it decides which of them a packet has.
 */
public enum PacketField
{
    SOLICITED_EVENT(BTH, "solicited_event", 1, FLAG),
    MIG_REQ(BTH, "mig_req", 1, FLAG),
    PAD_COUNT(BTH, "pad_count", 2, DECIMAL),
    TVER(BTH, "tver", 4, DECIMAL),
    P_KEY(BTH, "p_key", 16, HEX),
    FECN(BTH, "fecn", 1, FLAG),
    BECN(BTH, "becn", 1, FLAG),
    /** The six bits beside FECN and BECN. */
    RESERVED(BTH, "reserved", 6, HEX),
    DEST_QP(BTH, "dest_qp", 24, HEX),
    ACK_REQ(BTH, "ack_req", 1, FLAG),
    /** The seven bits beside AckReq. */
    RESERVED7(BTH, "reserved7", 7, HEX),
    PSN(BTH, "psn", 24, HEX),
    RDETH_RESERVED(RDETH, "reserved", "rdeth-reserved", 8, HEX),
    EE_CONTEXT(RDETH, "ee_context", 24, HEX),
    Q_KEY(DETH, "q_key", 32, HEX),
    DETH_RESERVED(DETH, "reserved", "deth-reserved", 8, HEX),
    SRC_QP(DETH, "src_qp", 24, HEX),
    XRCETH_RESERVED(XRCETH, "reserved", "xrceth-reserved", 8, HEX),
    XRC_SRQ(XRCETH, "xrc_srq", 24, HEX),
    FETH_RESERVED(FETH, "reserved", "feth-reserved", 24, HEX),
    SELECTIVITY_LEVEL(FETH, "selectivity_level", 4, DECIMAL),
    PLACEMENT_TYPE(FETH, "placement_type", 4, DECIMAL),
    VIRTUAL_ADDRESS(RETH, "virtual_address", 64, HEX),
    R_KEY(RETH, "r_key", 32, HEX),
    DMA_LENGTH(RETH, "dma_length", 32, DECIMAL),
    ATOMIC_VIRTUAL_ADDRESS(ATOMIC_ETH, "virtual_address", 64, HEX),
    ATOMIC_R_KEY(ATOMIC_ETH, "r_key", 32, HEX),
    /** IBTA: SwapOrAddData. */
    SWAP_DATA(ATOMIC_ETH, "swap_data", 64, HEX),
    COMPARE_DATA(ATOMIC_ETH, "compare_data", 64, HEX),
    SYNDROME(AETH, "syndrome", 8, HEX),
    MSN(AETH, "msn", 24, DECIMAL),
    ORIGINAL_DATA(ATOMIC_ACK_ETH, "original_data", 64, HEX),
    IMMEDIATE_DATA(IMM_DT, "immediate_data", 32, HEX),
    /** The key that the IETH asks to invalidate: not a key that gives access, so it has an option of its own. */
    INVALIDATE_R_KEY(IETH, "r_key", "invalidate-r-key", 32, HEX),
    CNP_RESERVED_HIGH(CNP_RESERVED, "reserved_high", "cnp-reserved-high", 64, HEX),
    CNP_RESERVED_LOW(CNP_RESERVED, "reserved_low", "cnp-reserved-low", 64, HEX);

    private static final Map<String, List<PacketField>> BY_OPTION = Arrays.stream(values())
        .collect(Collectors.groupingBy(PacketField::option, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    private static final List<String> OPTIONS = List.copyOf(BY_OPTION.keySet());
    private static final List<List<PacketField>> BY_HEADER =
        Arrays.stream(HeaderType.values()).map(PacketField::listOf).toList();
    private static final int OPCODE_WIDTH = 8;

    static
    {
        Arrays.stream(HeaderType.values()).forEach(PacketField::layOut);
    }

    private final HeaderType header;
    private final String label;
    private final String option;
    private final int width;
    private final Notation notation;
    private final boolean isReserved;
    /** The 32 or 64 bits that hold it, counted in bytes from the start of the header. */
    private int wordOffset;
    /** How far it is from the low end of these bits. */
    private int shift;

    PacketField(
        final HeaderType header,
        final String label,
        final int width,
        final Notation notation)
    {
        this(header, label, label.replace('_', '-'), width, notation);
    }

    PacketField(
        final HeaderType header,
        final String label,
        final String option,
        final int width,
        final Notation notation)
    {
        this.header = header;
        this.label = label;
        this.option = option;
        this.width = width;
        this.notation = notation;
        this.isReserved = label.startsWith("reserved");
    }

    /** Every {@link #option()} once, in the order of the fields. */
    public static List<String> options()
    {
        return OPTIONS;
    }

    /** The fields with that option, none when it is unknown: one, or one in each of several headers. */
    public static List<PacketField> withOption(final String option)
    {
        return BY_OPTION.getOrDefault(option, List.of());
    }

    /** The fields of one header, in wire order. */
    public static List<PacketField> of(final HeaderType header)
    {
        return BY_HEADER.get(header.ordinal());
    }

    public HeaderType header()
    {
        return header;
    }

    /** Its name in JSON, within its header; {@code reserved} and {@code r_key} are in several. */
    public String label()
    {
        return label;
    }

    /**
     * Its name on the command line, without the dashes in front. Address and key of RETH and AtomicETH share their
     * options, since no packet has both headers and they mean the same.
     */
    public String option()
    {
        return option;
    }

    /** Bits, 1 to 64. */
    public int width()
    {
        return width;
    }

    /** Whether it is a single bit that says yes or no. */
    public boolean isFlag()
    {
        return notation == FLAG;
    }

    /** Whether senders leave it 0. */
    public boolean isReserved()
    {
        return isReserved;
    }

    /** The largest value, unsigned: all bits set. */
    public long maxValue()
    {
        return -1L >>> (Long.SIZE - width);
    }

    /** Whether the value fits. Of 64 bits every value does, the negative ones as unsigned ones. */
    public boolean isValid(final long value)
    {
        return (value & ~maxValue()) == 0;
    }

    /** As it is printed everywhere: numbers and keys in hex and as wide as they are, counts and lengths in decimal. */
    public String format(final long value)
    {
        final AsciiText text = new AsciiText(20);
        append(text, value);
        return text.toString();
    }

    /** The same behind a text that is there already; allocates nothing. */
    public void append(final AsciiText out, final long value)
    {
        if (notation == HEX)
        {
            out.append("0x").appendHex(value, (width + 3) / 4);
        }
        else if (value >= 0)
        {
            out.appendDecimal(value);
        }
        else
        {
            out.append(Long.toUnsignedString(value));
        }
    }

    /**
     * Reads it. The packet must have the header, see {@link RocePacket#isReadable}. Unsigned; of 64-bit fields the sign
     * bit is the top bit.
     */
    public long get(final RocePacket packet)
    {
        final int at = wordAt(packet);
        return width == Long.SIZE ?
            packet.buffer().getLong(at, BIG_ENDIAN) :
            packet.buffer().getInt(at, BIG_ENDIAN) >>> shift & maxValue();
    }

    /**
     * Writes it and leaves the ICRC as it is. The packet must have the header, see {@link RocePacket#isReadable}.
     *
     * @param value one that {@link #isValid}.
     */
    public void set(final RocePacket packet, final long value)
    {
        final int at = wordAt(packet);
        if (width == Long.SIZE)
        {
            packet.buffer().putLong(at, value, BIG_ENDIAN);
            return;
        }
        final int mask = (int)maxValue() << shift;
        final int others = packet.buffer().getInt(at, BIG_ENDIAN) & ~mask;
        packet.buffer().putInt(at, others | (int)value << shift & mask, BIG_ENDIAN);
    }

    private int wordAt(final RocePacket packet)
    {
        return packet.offset() + wordOffset + (header == BTH ? 0 : packet.opcode().headerOffset(header));
    }

    /** In wire order, and without a gap: so the widths say where each is. */
    private static void layOut(final HeaderType header)
    {
        int bits = header == BTH ? OPCODE_WIDTH : 0;
        for (final PacketField field : of(header))
        {
            final int wordWidth = Math.max(field.width, Integer.SIZE);
            field.wordOffset = bits / Integer.SIZE * Integer.BYTES;
            field.shift = wordWidth - field.width - bits % Integer.SIZE;
            bits += field.width;
            if (field.shift < 0)
            {
                throw new IllegalStateException(field + " begins in one word and ends in another");
            }
        }
        if (bits != header.length() * Byte.SIZE)
        {
            throw new IllegalStateException("the fields of " + header + " have " + bits + " bits");
        }
    }

    private static List<PacketField> listOf(final HeaderType header)
    {
        return Arrays.stream(values()).filter(field -> field.header == header).toList();
    }

    enum Notation
    {
        FLAG,
        DECIMAL,
        HEX
    }
}
