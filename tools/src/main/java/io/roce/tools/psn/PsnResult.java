package io.roce.tools.psn;

import io.roce.nic.stats.Fate;

import java.util.Arrays;
import java.util.List;

/**
 * What the drill found.
 *
 * @param qpn   the number that was reissued.
 * @param ePsn  the PSN that the new connection expected first.
 * @param swept one for each kind of old packet.
 */
public record PsnResult(int qpn, int ePsn, List<Swept> swept)
{
    /** Whether every count was as arithmetic has it. */
    public boolean isOk()
    {
        return swept.stream().allMatch(Swept::isOk);
    }

    /** What stopped all old packets to a connection with another address; null when some were not. */
    Fate stoppedElsewhere()
    {
        final Swept elsewhere = swept.stream().filter(one -> one.kind.isReissuedElsewhere()).findFirst().orElseThrow();
        final Fate fate = elsewhere.kind.fate(PsnPlace.NEITHER);
        return elsewhere.tally.count(fate) == elsewhere.sweep.count() ? fate : null;
    }

    /**
     * One kind of old packet.
     *
     * @param tally what became of them.
     */
    public record Swept(OldPacket kind, PsnSweep sweep, Tally tally)
    {
        /** How many ended as one at that place is to. */
        long count(final PsnPlace place)
        {
            final Fate fate = kind.fate(place);
            return fate == null ? 0 : tally.count(fate);
        }

        long arithmetic(final PsnPlace place)
        {
            return kind.arithmetic(place, sweep);
        }

        boolean isOk()
        {
            final long expected = arithmetic(PsnPlace.EXPECTED);
            return
                tally.count() == sweep.count() &&
                Arrays.stream(PsnPlace.values()).allMatch(place -> count(place) == arithmetic(place)) &&
                tally.harmful() == expected &&
                Arrays.stream(Harm.values())
                    .allMatch(harm -> tally.count(harm) == (kind.harms().contains(harm) ? expected : 0));
        }
    }
}
