package io.roce.nic.trace;

import io.roce.nic.link.Addresses;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.qpn.DurationText;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

import static io.roce.nic.trace.FateReason.SIDE;

/**
 * Everything that a check of a packet can look at, and what the numbers of a {@link FateReason} mean then: up to three
 * that were expected ({@code e0} to {@code e2}), up to three that came ({@code c0} to {@code c2}). Enums stand there as
 * their ordinals. The label is the field's name as in JSON and on the command line, where it is one.
 */
public enum Expectation
{
    /** There is nothing to compare: the node itself failed. */
    NONE("", null, values -> null, values -> null),
    /** e0: bytes at least. */
    LENGTH_AT_LEAST("length", null, values -> "at least " + values[0], values -> values[SIDE]),
    /** e0: bytes at most. What came is cut off behind so many. */
    LENGTH_AT_MOST("length", null, values -> "at most " + values[0], values -> values[SIDE]),
    TVER("tver", null, values -> values[0], values -> values[SIDE]),
    /** c0: a reserved opcode. */
    OPCODE("opcode_value", "0x%02x", values -> "one that is not reserved", values -> values[SIDE]),
    /** e0: bytes that follow the headers. */
    PAD_AT_MOST("pad_count", null, values -> "at most " + values[0], values -> values[SIDE]),
    /** e0: as the node makes it; e1: -1, or the identification that explains it; e2: its don't-fragment bit. */
    ICRC("icrc", "0x%08x", values -> values[0], values -> values[SIDE])
    {
        @Override
        String note(final long[] values)
        {
            return values[1] < 0 ? null : "right for IPv4 identification 0x%04x with don't-fragment %s, ".formatted(
                values[1], values[2] == 0 ? "clear" : "set") + "which the node's ICRC mode does not allow";
        }
    },
    /** e0, e1: first and last number of the pool. */
    DEST_QP(
        "dest_qp", "0x%06x", values -> "0x%06x to 0x%06x".formatted(values[0], values[1]), values -> values[SIDE]),
    /** c0: {@link QpnStatus}; c1: nanoseconds that it was still held back. */
    QPN_STATUS("status", null, values -> QpnStatus.LIVE.name(), values -> QpnStatus.values()[(int)values[SIDE]].name())
    {
        @Override
        String verb()
        {
            return WAS;
        }

        @Override
        String note(final long[] values)
        {
            final long remainingNs = values[SIDE + 1];
            return remainingNs <= 0 ? null :
                remainingNs > Long.MAX_VALUE / 2 ? "held back until enough other numbers have been handed out" :
                "held back for " + duration(remainingNs) + " more";
        }
    },
    /** {@link TransportType} of the queue pair and of the opcode. */
    TRANSPORT("transport", null, values -> transport(values[0]), values -> transport(values[SIDE])),
    /** e0: 0 for a request, 1 for a response; c0: {@link QpState} of the queue pair. */
    STATE(
        "state",
        null,
        values -> values[0] == 0 ? "RTR, RTS, SQD or SQE for a request" : "RTS or SQD for a response",
        values -> QpState.values()[(int)values[SIDE]].name())
    {
        @Override
        String verb()
        {
            return WAS;
        }
    },
    /** Port number and GID index, -1 for any. */
    GID("gid_index", null, values -> gid(values[0], values[1]), values -> gid(values[SIDE], values[SIDE + 1])),
    /** Address as two halves. */
    PEER(
        "src", null, values -> address(values[0], values[1]), values -> address(values[SIDE], values[SIDE + 1])),
    P_KEY("p_key", "0x%04x", values -> values[0], values -> values[SIDE])
    {
        @Override
        String note(final long[] values)
        {
            // Only the low 15 bits name the partition.
            return ((values[0] ^ values[SIDE]) & 0x7FFF) != 0 ? null : "limited members do not talk to each other";
        }
    },
    Q_KEY("q_key", "0x%08x", values -> values[0], values -> values[SIDE]),
    /** c0: {@link Opcode}. */
    OPERATION("opcode", null, values -> "an operation that is served", values -> opcode(values[SIDE])),
    /** e0: PSN of the request that failed the queue pair. */
    FAILED_PSN("psn", "0x%06x", values -> "none behind 0x%06x, which failed".formatted(values[0]),
        values -> values[SIDE]),
    /** PSN of the next new request, or of the answer that is due. */
    PSN("psn", "0x%06x", values -> values[0], values -> values[SIDE]),
    /** Key, address, length: of the READ or atomic that is saved, and of its duplicate. */
    SAVED("duplicate", null, values -> access(values, 0), values -> access(values, SIDE)),
    /** c0: {@link Opcode}. */
    MESSAGE_START("opcode", null, values -> "First or Only, as no message is under way", values ->
        opcode(values[SIDE])),
    /** e0: 0 for a SEND, else an RDMA WRITE; c0: {@link Opcode}. */
    MESSAGE_REST(
        "opcode",
        null,
        values -> "Middle or Last of the " + (values[0] == 0 ? "SEND" : "RDMA WRITE") + " under way",
        values -> opcode(values[SIDE])),
    /** Bits of {@link AccessFlag}: what the queue pair allows, what the operation needs. */
    QP_ACCESS("qp_access_flags", null, values -> "at most " + flags(values[0]), values -> flags(values[SIDE])),
    /** e0: READs and atomics that may be unanswered. */
    UNANSWERED("max_dest_rd_atomic", null, values -> "at most %d unanswered".formatted(values[0]), values ->
        values[SIDE]),
    /** e0, e1: bytes at least and at most. */
    PAYLOAD_LENGTH(
        "payload_length",
        null,
        values -> values[0] == values[1] ? (Object)values[0] : values[0] + " to " + values[1],
        values -> values[SIDE]),
    PAD_COUNT("pad_count", null, values -> values[0], values -> values[SIDE]),
    /** e0: bytes of a message at most. */
    DMA_LENGTH("dma_length", null, values -> "at most " + values[0], values -> values[SIDE]),
    /** e0: bytes of the message that are to come; e1: 1 when this packet ends it. */
    MESSAGE_LENGTH(
        "payload_length",
        null,
        values -> values[1] == 0 ? "fewer than the %d to come".formatted(values[0]) : (Object)values[0],
        values -> values[SIDE]),
    /** e0: the number that it must be a multiple of. */
    ALIGNMENT("virtual_address", "0x%016x", values -> "a multiple of " + values[0], values -> values[SIDE]),
    /** Receives that are posted. */
    RECEIVES("receives_posted", null, values -> "at least " + values[0], values -> values[SIDE])
    {
        @Override
        String verb()
        {
            return WAS;
        }
    },
    /** e0: bytes that the receive has room for; c0: those of the message up to this packet. */
    RECEIVE_LENGTH("message_length", null, values -> "at most " + values[0], values -> values[SIDE]),
    /** As {@link KeyReason} has it: a key of the packet. */
    R_KEY("r_key", null, KeyReason::expected, KeyReason::came),
    /** As {@link KeyReason} has it: a key of a work request of this queue pair. */
    L_KEY("lkey", null, KeyReason::expected, KeyReason::came),
    /** As {@link KeyReason} has it: the key that a SEND with invalidate names. */
    INVALIDATE("r_key", null, KeyReason::expectedToInvalidate, KeyReason::came),
    /** e0: completions that the queue holds. */
    CQ_ROOM("cq", null, values -> "room in a queue of " + values[0], values -> "none")
    {
        @Override
        String verb()
        {
            return WAS;
        }
    },
    /** e0: oldest PSN that is not acknowledged; e1: the one behind the newest that was sent. */
    RESPONSE_PSN(
        "psn",
        "0x%06x",
        values -> values[0] == values[1] ? "none, as nothing is outstanding" :
            "0x%06x to 0x%06x".formatted(values[0], values[1] - 1 & 0xFF_FFFF),
        values -> values[SIDE]),
    /** c0: the syndrome byte. */
    SYNDROME("syndrome", null, values -> "ACK", values -> Syndrome.describe((int)values[SIDE])),
    /** e0: how often may be sent again; c0: {@link #SYNDROME}'s. */
    RETRIES("retry_cnt", null, values -> "at most %d in a row".formatted(values[0]), values -> nak(values[SIDE])),
    /** The same where the peer had no receive. */
    RNR_RETRIES("rnr_retry", null, values -> "at most %d in a row".formatted(values[0]), values -> nak(values[SIDE])),
    /** e0: {@link WrOpcode} of the oldest request; c0: {@link Opcode}. */
    ANSWER(
        "opcode",
        null,
        values -> "an answer to " + WrOpcode.values()[(int)values[0]],
        values -> opcode(values[SIDE])),
    /** e0: 1 at the start of a READ's answer; c0: {@link Opcode}. */
    ANSWER_ORDER(
        "opcode",
        null,
        values -> values[0] == 0 ? "Middle or Last of the READ's answer" : "First or Only of the READ's answer",
        values -> opcode(values[SIDE])),
    /** e0: 1 at the end of a READ's answer; c0: {@link Opcode}. */
    ANSWER_END(
        "opcode",
        null,
        values -> values[0] == 0 ? "First or Middle of the READ's answer" : "Last or Only of the READ's answer",
        values -> opcode(values[SIDE])),
    /** c0: place of the rule among those for what comes in, counted from 1. */
    FAULT("fault_rule", null, values -> "none that drops it", values -> values[SIDE]),
    /** e0: places of the lane. */
    HAND_OVER("hand_over", null, values -> "a free place of " + values[0], values -> "none")
    {
        @Override
        String verb()
        {
            return WAS;
        }
    };

    private static final String WAS = "was";
    private static final long NS_PER_MS = 1_000_000;

    private final String label;
    private final String format;
    private final Function<long[], Object> expected;
    private final Function<long[], Object> came;

    /** @param format of its numbers as text; null for decimal. */
    Expectation(
        final String label,
        final String format,
        final Function<long[], Object> expected,
        final Function<long[], Object> came)
    {
        this.label = label;
        this.format = format;
        this.expected = expected;
        this.came = came;
    }

    /** Name of the field; empty for {@link #NONE}. */
    public String label()
    {
        return label;
    }

    Object expected(final long[] values)
    {
        return expected.apply(values);
    }

    Object came(final long[] values)
    {
        return came.apply(values);
    }

    String note(final long[] values)
    {
        return null;
    }

    /** Joins both sides: a packet brings what came, a queue pair had it. */
    String verb()
    {
        return "came";
    }

    /** One side as it is printed. */
    String text(final Object value)
    {
        return value instanceof Long && format != null ? format.formatted(value) : String.valueOf(value);
    }

    /** To the millisecond, rounded up. */
    private static String duration(final long ns)
    {
        return DurationText.format((ns + NS_PER_MS - 1) / NS_PER_MS * NS_PER_MS);
    }

    private static String nak(final long syndrome)
    {
        return "another " + Syndrome.describe((int)syndrome);
    }

    private static String transport(final long ordinal)
    {
        return TransportType.values()[(int)ordinal].name();
    }

    private static String opcode(final long ordinal)
    {
        return Opcode.values()[(int)ordinal].name();
    }

    private static String gid(final long portNum, final long gidIndex)
    {
        return gidIndex < 0 ? "port " + portNum : "port %d, GID index %d".formatted(portNum, gidIndex);
    }

    private static String address(final long high, final long low)
    {
        return Addresses.format(Addresses.of(high, low));
    }

    private static String access(final long[] values, final int side)
    {
        return "0x%08x at 0x%x, %d bytes".formatted((int)values[side], values[side + 1], values[side + 2]);
    }

    /** Names of {@link AccessFlag}. */
    static String flags(final long bits)
    {
        final String names = Arrays.stream(AccessFlag.values())
            .filter(flag -> (bits & flag.bit()) != 0)
            .map(AccessFlag::name)
            .collect(Collectors.joining("|"));
        return names.isEmpty() ? "none" : names;
    }
}
