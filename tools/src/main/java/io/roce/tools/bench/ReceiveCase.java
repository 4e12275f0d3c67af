package io.roce.tools.bench;

import io.roce.nic.stats.Fate;

import java.util.List;

/**
 * Packets of one kind.
 *
 * @param kind   what their numbers are.
 * @param length BTH to ICRC in bytes.
 */
record ReceiveCase(Kind kind, int length)
{
    /** 4,140 is the longest legal packet. */
    private static final int[] LENGTHS = {64, 256, 1_080, 4_140};
    private static final int DROPPED_LENGTH = 256;

    /** What becomes of a packet. */
    enum Kind
    {
        GOOD("good", Fate.DELIVERED_REQUEST),
        UNALLOCATED("unallocated QPN", Fate.QPN_UNALLOCATED),
        QUARANTINED("quarantined QPN", Fate.QPN_QUARANTINED);

        private final String label;
        private final Fate fate;

        Kind(final String label, final Fate fate)
        {
            this.label = label;
            this.fate = fate;
        }

        /** The one that all of them must meet. */
        Fate fate()
        {
            return fate;
        }
    }

    /** All of them. */
    static List<ReceiveCase> all()
    {
        return List.of(
            new ReceiveCase(Kind.GOOD, LENGTHS[0]),
            new ReceiveCase(Kind.GOOD, LENGTHS[1]),
            new ReceiveCase(Kind.GOOD, LENGTHS[2]),
            new ReceiveCase(Kind.GOOD, LENGTHS[3]),
            new ReceiveCase(Kind.UNALLOCATED, DROPPED_LENGTH),
            new ReceiveCase(Kind.QUARANTINED, DROPPED_LENGTH));
    }

    /** For a quick look. */
    static List<ReceiveCase> some()
    {
        return List.of(
            new ReceiveCase(Kind.GOOD, LENGTHS[0]),
            new ReceiveCase(Kind.GOOD, LENGTHS[2]),
            new ReceiveCase(Kind.QUARANTINED, DROPPED_LENGTH));
    }

    @Override
    public String toString()
    {
        return kind.label + ", " + length + " B";
    }
}
