package io.roce.tools.psn;

import io.roce.nic.stats.Fate;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an old peer may still send, and what is to become of it where its number was reissued: for each place in the
 * window, in the order of {@link PsnPlace}, the fate, or null when no packet is to be there; and what the expected one
 * does.
 */
public enum OldPacket
{
    /** The new peer has another address; that of all others has the old peer's. */
    SEND_ELSEWHERE(Opcode.RC_SEND_ONLY, "reissued elsewhere", null, null, null, Fate.PEER_MISMATCH),
    SEND(Opcode.RC_SEND_ONLY, null,
        Fate.REQUEST_EXECUTED, Fate.DUPLICATE_ACKNOWLEDGED, Fate.NAK_PSN_SEQUENCE, null,
        Harm.DELIVERED),
    WRITE_DEREGISTERED(Opcode.RC_RDMA_WRITE_ONLY, "key deregistered",
        Fate.NAK_REMOTE_ACCESS, Fate.DUPLICATE_ACKNOWLEDGED, Fate.NAK_PSN_SEQUENCE, null,
        Harm.CONNECTION_KILLED),
    /** Another region has the index of its key now, with another low byte. */
    WRITE_INDEX_REUSED(Opcode.RC_RDMA_WRITE_ONLY, "key index reused",
        Fate.NAK_REMOTE_ACCESS, Fate.DUPLICATE_ACKNOWLEDGED, Fate.NAK_PSN_SEQUENCE, null,
        Harm.CONNECTION_KILLED),
    /** Region and domain have outlived the queue pair that the key was told for. */
    WRITE_VALID(Opcode.RC_RDMA_WRITE_ONLY, "key valid",
        Fate.REQUEST_EXECUTED, Fate.DUPLICATE_ACKNOWLEDGED, Fate.NAK_PSN_SEQUENCE, null,
        Harm.MEMORY_WRITTEN),
    READ_VALID(Opcode.RC_RDMA_READ_REQUEST, "key valid",
        Fate.REQUEST_EXECUTED, Fate.DUPLICATE_DROPPED, Fate.NAK_PSN_SEQUENCE, null,
        Harm.MEMORY_READ),
    FETCH_ADD_VALID(Opcode.RC_FETCH_ADD, "key valid",
        Fate.REQUEST_EXECUTED, Fate.DUPLICATE_DROPPED, Fate.NAK_PSN_SEQUENCE, null,
        Harm.MEMORY_WRITTEN, Harm.MEMORY_READ),
    /** The new connection has sent a request, which is not answered yet. */
    ACK(Opcode.RC_ACKNOWLEDGE, "a request outstanding",
        Fate.RESPONSE_ACCEPTED, null, null, Fate.RESPONSE_UNEXPECTED,
        Harm.REQUEST_COMPLETED);

    private static final byte[] PAYLOAD = "old!".getBytes(StandardCharsets.US_ASCII);

    private final Opcode opcode;
    private final String condition;
    private final Fate[] fates;
    private final Set<Harm> harms = EnumSet.noneOf(Harm.class);

    OldPacket(
        final Opcode opcode,
        final String condition,
        final Fate expected,
        final Fate duplicate,
        final Fate ahead,
        final Fate neither,
        final Harm... harms)
    {
        this.opcode = opcode;
        this.condition = condition;
        fates = new Fate[]{expected, duplicate, ahead, neither};
        this.harms.addAll(List.of(harms));
        if (expected != null)
        {
            // It has taken the PSN of the new peer's first one.
            this.harms.add(Harm.FIRST_PACKET_LOST);
        }
    }

    Opcode opcode()
    {
        return opcode;
    }

    /** What more there is to know of it, or null. */
    String condition()
    {
        return condition;
    }

    /** Opcode and condition. */
    String label()
    {
        return condition == null ? opcode.name() : opcode + ", " + condition;
    }

    boolean isReissuedElsewhere()
    {
        return this == SEND_ELSEWHERE;
    }

    /** The fate of those at a place; null when none is to be there. */
    Fate fate(final PsnPlace place)
    {
        return fates[place.ordinal()];
    }

    /** What the expected one does; none of the others does any. */
    Set<Harm> harms()
    {
        return harms;
    }

    /** How many of a sweep are to be at a place. */
    long arithmetic(final PsnPlace place, final PsnSweep sweep)
    {
        if (fate(place) == null)
        {
            return 0;
        }
        return switch (place)
        {
            case EXPECTED -> 1;
            case DUPLICATE -> sweep.duplicates();
            case AHEAD -> sweep.ahead();
            case NEITHER -> sweep.count() - Arrays.stream(PsnPlace.values())
                .filter(other -> other != PsnPlace.NEITHER)
                .mapToLong(other -> arithmetic(other, sweep))
                .sum();
        };
    }

    /** The packet but for its PSN. */
    RocePacketBuilder builder(final int destQp, final DrillMemory memory)
    {
        final RocePacketBuilder builder = new RocePacketBuilder()
            .opcode(opcode)
            .set(PacketField.DEST_QP, destQp)
            .set(PacketField.ACK_REQ, opcode.isResponse() ? 0 : 1)
            .set(PacketField.SYNDROME, Syndrome.ack(Syndrome.NO_CREDIT_LIMIT))
            .payload(opcode.hasPayload() ? PAYLOAD : new byte[0]);
        return switch (this)
        {
            case SEND_ELSEWHERE, SEND, ACK -> builder;
            case WRITE_DEREGISTERED -> remote(builder, memory.addr(), memory.deregisteredKey());
            case WRITE_INDEX_REUSED -> remote(builder, memory.addr(), memory.keyOfReusedIndex());
            case WRITE_VALID, READ_VALID, FETCH_ADD_VALID -> remote(builder, memory.addr(), memory.validKey());
        };
    }

    private static RocePacketBuilder remote(final RocePacketBuilder builder, final long addr, final int rKey)
    {
        return builder
            .set(PacketField.VIRTUAL_ADDRESS, addr)
            .set(PacketField.DMA_LENGTH, PAYLOAD.length)
            .set(PacketField.R_KEY, Integer.toUnsignedLong(rKey))
            .set(PacketField.ATOMIC_VIRTUAL_ADDRESS, addr)
            .set(PacketField.ATOMIC_R_KEY, Integer.toUnsignedLong(rKey))
            .set(PacketField.SWAP_DATA, 1);
    }
}
