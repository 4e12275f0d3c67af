package io.roce.wire.icrc;

import io.roce.wire.packet.RoceDatagram;

/** The right ICRCs of one IPv4 datagram for every identification, with don't-fragment and without. */
final class BruteForce
{
    private static final int[] FRAGMENT_FIELDS = {0x4000, 0x0000};

    private BruteForce()
    {
    }

    static void forEachHeader(final RoceDatagram datagram, final Visitor visitor)
    {
        final Icrc icrc = new Icrc();
        for (final int fragmentField : FRAGMENT_FIELDS)
        {
            for (int identification = 0; identification < 1 << 16; identification++)
            {
                datagram.envelope().identification(identification, fragmentField);
                visitor.visit(
                    identification, fragmentField, icrc.compute(datagram.envelope(), datagram.length()));
            }
        }
    }

    interface Visitor
    {
        void visit(int identification, int fragmentField, int icrc);
    }
}
