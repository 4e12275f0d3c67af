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

import io.roce.wire.AsciiText;
import io.roce.wire.header.HeaderType;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Every field of every header of a RoCEv2 packet, once, in wire order: its name in JSON and on the command line, the
 * header it is in, its width, how it is printed, read and written. The printer, the builder, JSON and the command line
 * iterate this list. The opcode is none of them: it decides which of them a packet has.
 */
public enum PacketField
{
    SOLICITED_EVENT(BTH, "solicited_event", 1, FLAG,
        packet -> packet.bth().isSolicitedEvent() ? 1 : 0,
        (packet, value) -> packet.bth().isSolicitedEvent(value != 0)),
    MIG_REQ(BTH, "mig_req", 1, FLAG,
        packet -> packet.bth().isMigReq() ? 1 : 0, (packet, value) -> packet.bth().isMigReq(value != 0)),
    PAD_COUNT(BTH, "pad_count", 2, DECIMAL,
        packet -> packet.bth().padCount(), (packet, value) -> packet.bth().padCount((int)value)),
    TVER(BTH, "tver", 4, DECIMAL,
        packet -> packet.bth().transportVersion(), (packet, value) -> packet.bth().transportVersion((int)value)),
    P_KEY(BTH, "p_key", 16, HEX,
        packet -> packet.bth().pKey(), (packet, value) -> packet.bth().pKey((int)value)),
    FECN(BTH, "fecn", 1, FLAG,
        packet -> packet.bth().isFecn() ? 1 : 0, (packet, value) -> packet.bth().isFecn(value != 0)),
    BECN(BTH, "becn", 1, FLAG,
        packet -> packet.bth().isBecn() ? 1 : 0, (packet, value) -> packet.bth().isBecn(value != 0)),
    /** The six bits beside FECN and BECN. */
    RESERVED(BTH, "reserved", 6, HEX,
        packet -> packet.bth().reserved6(), (packet, value) -> packet.bth().reserved6((int)value)),
    DEST_QP(BTH, "dest_qp", 24, HEX,
        packet -> packet.bth().destQp(), (packet, value) -> packet.bth().destQp((int)value)),
    ACK_REQ(BTH, "ack_req", 1, FLAG,
        packet -> packet.bth().isAckRequest() ? 1 : 0, (packet, value) -> packet.bth().isAckRequest(value != 0)),
    /** The seven bits beside AckReq. */
    RESERVED7(BTH, "reserved7", 7, HEX,
        packet -> packet.bth().reserved7(), (packet, value) -> packet.bth().reserved7((int)value)),
    PSN(BTH, "psn", 24, HEX,
        packet -> packet.bth().psn(), (packet, value) -> packet.bth().psn((int)value)),
    RDETH_RESERVED(RDETH, "reserved", "rdeth-reserved", 8, HEX,
        packet -> packet.rdeth().reserved(), (packet, value) -> packet.rdeth().reserved((int)value)),
    EE_CONTEXT(RDETH, "ee_context", 24, HEX,
        packet -> packet.rdeth().eeContext(), (packet, value) -> packet.rdeth().eeContext((int)value)),
    Q_KEY(DETH, "q_key", 32, HEX,
        packet -> Integer.toUnsignedLong(packet.deth().qKey()), (packet, value) -> packet.deth().qKey((int)value)),
    DETH_RESERVED(DETH, "reserved", "deth-reserved", 8, HEX,
        packet -> packet.deth().reserved(), (packet, value) -> packet.deth().reserved((int)value)),
    SRC_QP(DETH, "src_qp", 24, HEX,
        packet -> packet.deth().srcQp(), (packet, value) -> packet.deth().srcQp((int)value)),
    XRCETH_RESERVED(XRCETH, "reserved", "xrceth-reserved", 8, HEX,
        packet -> packet.xrceth().reserved(), (packet, value) -> packet.xrceth().reserved((int)value)),
    XRC_SRQ(XRCETH, "xrc_srq", 24, HEX,
        packet -> packet.xrceth().xrcSrq(), (packet, value) -> packet.xrceth().xrcSrq((int)value)),
    FETH_RESERVED(FETH, "reserved", "feth-reserved", 24, HEX,
        packet -> packet.feth().reserved(), (packet, value) -> packet.feth().reserved((int)value)),
    SELECTIVITY_LEVEL(FETH, "selectivity_level", 4, DECIMAL,
        packet -> packet.feth().selectivityLevel(), (packet, value) -> packet.feth().selectivityLevel((int)value)),
    PLACEMENT_TYPE(FETH, "placement_type", 4, DECIMAL,
        packet -> packet.feth().placementType(), (packet, value) -> packet.feth().placementType((int)value)),
    VIRTUAL_ADDRESS(RETH, "virtual_address", 64, HEX,
        packet -> packet.reth().virtualAddress(), (packet, value) -> packet.reth().virtualAddress(value)),
    R_KEY(RETH, "r_key", 32, HEX,
        packet -> Integer.toUnsignedLong(packet.reth().rKey()), (packet, value) -> packet.reth().rKey((int)value)),
    DMA_LENGTH(RETH, "dma_length", 32, DECIMAL,
        packet -> packet.reth().dmaLength(), (packet, value) -> packet.reth().dmaLength(value)),
    ATOMIC_VIRTUAL_ADDRESS(ATOMIC_ETH, "virtual_address", 64, HEX,
        packet -> packet.atomicEth().virtualAddress(), (packet, value) -> packet.atomicEth().virtualAddress(value)),
    ATOMIC_R_KEY(ATOMIC_ETH, "r_key", 32, HEX,
        packet -> Integer.toUnsignedLong(packet.atomicEth().rKey()),
        (packet, value) -> packet.atomicEth().rKey((int)value)),
    /** IBTA: SwapOrAddData. */
    SWAP_DATA(ATOMIC_ETH, "swap_data", 64, HEX,
        packet -> packet.atomicEth().swapOrAddData(), (packet, value) -> packet.atomicEth().swapOrAddData(value)),
    COMPARE_DATA(ATOMIC_ETH, "compare_data", 64, HEX,
        packet -> packet.atomicEth().compareData(), (packet, value) -> packet.atomicEth().compareData(value)),
    SYNDROME(AETH, "syndrome", 8, HEX,
        packet -> packet.aeth().syndrome(), (packet, value) -> packet.aeth().syndrome((int)value)),
    MSN(AETH, "msn", 24, DECIMAL,
        packet -> packet.aeth().msn(), (packet, value) -> packet.aeth().msn((int)value)),
    ORIGINAL_DATA(ATOMIC_ACK_ETH, "original_data", 64, HEX,
        packet -> packet.atomicAckEth().originalData(), (packet, value) -> packet.atomicAckEth().originalData(value)),
    IMMEDIATE_DATA(IMM_DT, "immediate_data", 32, HEX,
        packet -> Integer.toUnsignedLong(packet.immDt().immediateData()),
        (packet, value) -> packet.immDt().immediateData((int)value)),
    /** The key that the IETH asks to invalidate: not a key that gives access, so it has an option of its own. */
    INVALIDATE_R_KEY(IETH, "r_key", "invalidate-r-key", 32, HEX,
        packet -> Integer.toUnsignedLong(packet.ieth().rKey()), (packet, value) -> packet.ieth().rKey((int)value)),
    CNP_RESERVED_HIGH(CNP_RESERVED, "reserved_high", "cnp-reserved-high", 64, HEX,
        packet -> packet.cnpReserved().reservedHigh(), (packet, value) -> packet.cnpReserved().reservedHigh(value)),
    CNP_RESERVED_LOW(CNP_RESERVED, "reserved_low", "cnp-reserved-low", 64, HEX,
        packet -> packet.cnpReserved().reservedLow(), (packet, value) -> packet.cnpReserved().reservedLow(value));

    private static final Map<String, List<PacketField>> BY_OPTION = Arrays.stream(values())
        .collect(Collectors.groupingBy(PacketField::option, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    private static final List<String> OPTIONS = List.copyOf(BY_OPTION.keySet());
    private static final List<List<PacketField>> BY_HEADER =
        Arrays.stream(HeaderType.values()).map(PacketField::listOf).toList();

    private final HeaderType header;
    private final String label;
    private final String option;
    private final int width;
    private final Notation notation;
    private final boolean isReserved;
    private final ToLongFunction<RocePacket> getter;
    private final Setter setter;

    PacketField(
        final HeaderType header,
        final String label,
        final int width,
        final Notation notation,
        final ToLongFunction<RocePacket> getter,
        final Setter setter)
    {
        this(header, label, label.replace('_', '-'), width, notation, getter, setter);
    }

    PacketField(
        final HeaderType header,
        final String label,
        final String option,
        final int width,
        final Notation notation,
        final ToLongFunction<RocePacket> getter,
        final Setter setter)
    {
        this.header = header;
        this.label = label;
        this.option = option;
        this.width = width;
        this.notation = notation;
        this.isReserved = label.startsWith("reserved");
        this.getter = getter;
        this.setter = setter;
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
        return getter.applyAsLong(packet);
    }

    /**
     * Writes it and leaves the ICRC as it is. The packet must have the header, see {@link RocePacket#isReadable}.
     *
     * @param value one that {@link #isValid}.
     */
    public void set(final RocePacket packet, final long value)
    {
        setter.accept(packet, value);
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

    private interface Setter
    {
        void accept(RocePacket packet, long value);
    }
}
