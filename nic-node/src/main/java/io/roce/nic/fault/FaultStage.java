package io.roce.nic.fault;

import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.random.RandomGenerator;

/** One rule at work: what it has seen, drawn and changed, and the queue of what it holds. */
final class FaultStage
{
    private static final int SHORTEST_WITH_ICRC = BthFlyweight.LENGTH + Icrc.LENGTH;

    private final FaultRule rule;
    private final FaultSelection selection;
    private final RandomGenerator random;
    private final HeldDatagrams heldDatagrams;
    private final long holdNs;

    /** What a rule changes is a copy: the datagram is not the injector's. Null for a rule that changes nothing. */
    private final RoceDatagram changed;
    private final Icrc icrc = new Icrc();
    private final IcrcVerifier icrcVerifier = new IcrcVerifier(IcrcMode.INFER_ANY);

    private long seen;
    private long drawn;
    private long matched;
    private long unapplied;

    /** One rule holds all for the same time, so they fall due in the order in which they came. */
    private int first = HeldDatagrams.NONE;
    private int last = HeldDatagrams.NONE;
    private int held;

    FaultStage(final FaultRule rule, final RandomGenerator random, final HeldDatagrams heldDatagrams)
    {
        this.rule = rule;
        this.selection = rule.selection();
        this.random = random;
        this.heldDatagrams = heldDatagrams;
        this.holdNs = rule.action() == FaultAction.DELAY ? rule.argument() : FaultRule.MAX_REORDER_NS;
        final boolean isChanging = rule.action() == FaultAction.CORRUPT || rule.action() == FaultAction.FECN;
        this.changed = isChanging ? new RoceDatagram() : null;
    }

    FaultAction action()
    {
        return rule.action();
    }

    FaultFigures figures()
    {
        return new FaultFigures(rule, seen, matched, unapplied, held);
    }

    /** Whether the rule acts on the datagram, which has come to it just now. */
    boolean select(final RoceDatagram datagram, final int pass)
    {
        seen++;
        if (!hasFields(datagram.packet(), pass) ||
            selection.isRandom() && random.nextInt(FaultSelection.MILLION) >= selection.partsPerMillion())
        {
            return false;
        }

        final long before = drawn++;
        if (before < selection.skip() || before - selection.skip() >= selection.count())
        {
            return false;
        }
        matched++;
        return true;
    }

    /** The datagram with its bit flipped or set, valid until the next; the same one when there is no such bit. */
    RoceDatagram change(final RoceDatagram datagram)
    {
        final boolean isCorrupting = rule.action() == FaultAction.CORRUPT;
        final int length = datagram.length();
        final long bit = isCorrupting ? bitToFlip(length) : 0;
        if (length > RoceDatagram.CAPACITY ||
            (isCorrupting ? bit >= (long)length * Byte.SIZE : length < BthFlyweight.LENGTH))
        {
            unapplied++;
            return datagram;
        }

        changed.copyFrom(datagram);
        if (isCorrupting)
        {
            corrupt((int)bit);
        }
        else
        {
            changed.packet().bth().isFecn(true);
        }
        return changed;
    }

    /** Whether the datagram is held, which it is not when there is no room. */
    boolean hold(
        final RoceDatagram datagram, final Object route, final int port, final int pass, final long nowNs)
    {
        final int place = heldDatagrams.take(datagram, route, port, pass, seen, nowNs + holdNs);
        if (place == HeldDatagrams.NONE)
        {
            unapplied++;
            return false;
        }

        if (last == HeldDatagrams.NONE)
        {
            first = place;
        }
        else
        {
            heldDatagrams.next(last, place);
        }
        last = place;
        held++;
        return true;
    }

    /** What falls due first, {@link HeldDatagrams#NONE} when nothing is held. */
    int first()
    {
        return first;
    }

    /** Whether as many datagrams as the rule says have come since the first one was held. */
    boolean isFirstOvertaken()
    {
        return first != HeldDatagrams.NONE && seen - heldDatagrams.arrival(first) >= rule.argument();
    }

    /** The first one, not held by this rule any more; its place is to be given back. */
    int removeFirst()
    {
        final int place = first;
        first = heldDatagrams.next(place);
        if (first == HeldDatagrams.NONE)
        {
            last = HeldDatagrams.NONE;
        }
        held--;
        return place;
    }

    private boolean hasFields(final RocePacket packet, final int pass)
    {
        if (selection.kind() != null && !selection.kind().has(packet.opcode()) ||
            selection.opcode() != null && selection.opcode() != packet.opcode() ||
            selection.pass() != FaultSelection.ANY && selection.pass() != pass)
        {
            return false;
        }
        if (selection.destQp() == FaultSelection.ANY && selection.psn() == FaultSelection.ANY)
        {
            return true;
        }
        return packet.isReadable(HeaderType.BTH) &&
            (selection.destQp() == FaultSelection.ANY || selection.destQp() == packet.bth().destQp()) &&
            (selection.psn() == FaultSelection.ANY || selection.psn() == packet.bth().psn());
    }

    /** Any bit that the ICRC covers, or is one of; bit 0 of an empty datagram. */
    private long bitToFlip(final int length)
    {
        if (rule.argument() != FaultArgument.ABSENT || length == 0)
        {
            return Math.max(0, rule.argument());
        }
        final boolean hasUncovered = length > BthFlyweight.CONGESTION_OFFSET;
        final int bit = random.nextInt((hasUncovered ? length - 1 : length) * Byte.SIZE);
        return hasUncovered && bit >= BthFlyweight.CONGESTION_OFFSET * Byte.SIZE ? bit + Byte.SIZE : bit;
    }

    private void corrupt(final int bit)
    {
        final int length = changed.length();
        changed.envelope().array()[Envelope.PACKET_OFFSET + bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
        // A flipped bit can look like another identification, or make right what was wrong.
        if (length >= SHORTEST_WITH_ICRC && icrcVerifier.verify(changed.envelope(), length).isAccepted())
        {
            icrc.spoil(changed.envelope(), length);
        }
        changed.onBytes(length);
    }
}
