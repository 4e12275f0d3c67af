package io.roce.nic.fault;

import io.roce.wire.Psn;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.Opcode;

import java.math.BigDecimal;
import java.util.StringJoiner;

/**
 * Which datagrams a fault rule acts on: those with the fields that are asked for; of these, each with the probability
 * that is asked for; of these, {@code count} behind the first {@code skip}.
 *
 * @param partsPerMillion 1 to 1,000,000, which is each.
 * @param seed            of what the rule draws, 1 or more; 0 for one that follows from the injector's.
 * @param kind            null for any.
 * @param opcode          null for any.
 * @param destQp          the BTH's DestQP, 24 bits; {@link #ANY} for any.
 * @param psn             24 bits; {@link #ANY} for any.
 * @param pass            how often requests, or responses, with this PSN have come for this DestQP, this time
 *                        included: 1 is the first transmission. {@link #ANY} for any.
 * @param skip            0 or more.
 * @param count           1 or more; {@link #MAX_COUNT} for all.
 */
public record FaultSelection(
    int partsPerMillion,
    long seed,
    PacketKind kind,
    Opcode opcode,
    int destQp,
    int psn,
    int pass,
    long skip,
    long count)
{
    /** No such condition. */
    public static final int ANY = -1;

    /** What stands for each in {@link #partsPerMillion()}. */
    public static final int MILLION = 1_000_000;

    /** As good as without end. */
    public static final long MAX_COUNT = 1L << 62;

    /** Every datagram, malformed ones too. */
    public static final FaultSelection ALL =
        new FaultSelection(MILLION, 0, null, null, ANY, ANY, ANY, 0, MAX_COUNT);

    static final int MAX_PASS = 1_000_000;

    private static final int PERCENT_DIGITS = 4;

    /** @throws IllegalArgumentException naming what is out of range, its value and its bounds. */
    public FaultSelection
    {
        require("partsPerMillion", partsPerMillion, 1, MILLION);
        require("seed", seed, 0, Long.MAX_VALUE);
        require("dest-qp", destQp, ANY, Qpn.MASK);
        require("psn", psn, ANY, Psn.MASK);
        require("pass", pass == ANY ? 1 : pass, 1, MAX_PASS);
        require("skip", skip, 0, MAX_COUNT);
        require("count", count, 1, MAX_COUNT);
    }

    /**
     * Reads terms joined by commas, in any order, each at most once: {@code 5%}, {@code seed=7}, {@code kind=request},
     * {@code opcode=RC_SEND_ONLY}, {@code dest-qp=0x12}, {@code psn=16}, {@code pass=1}, {@code skip=2},
     * {@code count=3}; {@code nth=3} for {@code skip=2,count=1}.
     *
     * @throws IllegalArgumentException saying what is wrong with the text.
     */
    public static FaultSelection parse(final String text)
    {
        return new FaultSelectionTerms(text).selection();
    }

    /** Whether what it selects depends on what is drawn. */
    public boolean isRandom()
    {
        return partsPerMillion < MILLION;
    }

    /** As {@link #parse} reads it; empty when it selects all. */
    @Override
    public String toString()
    {
        final StringJoiner terms = new StringJoiner(",");
        if (isRandom())
        {
            terms.add(BigDecimal.valueOf(partsPerMillion, PERCENT_DIGITS).stripTrailingZeros().toPlainString() + '%');
        }
        add(terms, seed != 0, "seed", seed);
        add(terms, kind != null, "kind", kind == null ? null : kind.label());
        add(terms, opcode != null, "opcode", opcode);
        add(terms, destQp != ANY, "dest-qp", Qpn.format(destQp));
        add(terms, psn != ANY, "psn", Psn.format(psn));
        add(terms, pass != ANY, "pass", pass);
        if (count == 1)
        {
            add(terms, true, "nth", skip + 1);
        }
        else
        {
            add(terms, skip != 0, "skip", skip);
            add(terms, count != MAX_COUNT, "count", count);
        }
        return terms.toString();
    }

    private static void add(final StringJoiner terms, final boolean isAsked, final String name, final Object value)
    {
        if (isAsked)
        {
            terms.add(name + '=' + value);
        }
    }

    private static void require(final String what, final long value, final long min, final long max)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(what + " must be " + min + " to " + max + ": " + value);
        }
    }
}
