package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.tools.cli.ProgressNote;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How is measured, and what with.
 *
 * @param base     loopback address; the bench has it and the {@link #ADDRESSES} - 1 behind it.
 * @param links    of the nodes that receive.
 * @param rounds   of each figure; in each round every side has its turn.
 * @param packets  of a burst, and of a round in memory.
 * @param warmUp   packets that a virtual machine takes before it is measured.
 * @param soakNs   how long a node is loaded by {@code soak}.
 * @param isQuick  whether fewer cases are measured.
 * @param programs the C programs.
 * @param progress where people see how far it is.
 */
record Bench(
    InetAddress base,
    List<LinkKind> links,
    int rounds,
    int packets,
    int warmUp,
    long soakNs,
    boolean isQuick,
    CPrograms programs,
    Cores cores,
    ProgressNote progress)
{
    /** Loopback addresses that are used. */
    static final int ADDRESSES = 8;

    /** Rounds, at least, that a figure worth quoting has. */
    static final int GOOD_ROUNDS = 5;

    /** The same in every part: whoever sends. */
    InetAddress senderAddress()
    {
        return address(ADDRESSES - 1);
    }

    /** One of the others, 0 to {@link #ADDRESSES} - 2. */
    InetAddress address(final int index)
    {
        return plus(base, index);
    }

    /** The address so many behind another; whoever made the bench has seen to it that there is one. */
    static InetAddress plus(final InetAddress base, final int count)
    {
        final byte[] octets = base.getAddress();
        octets[octets.length - 1] += (byte)count;
        try
        {
            return InetAddress.getByAddress(octets);
        }
        catch (final UnknownHostException e)
        {
            throw new IllegalStateException("an address has 4 bytes", e);
        }
    }

    /** Sides in the order of a round: another one begins in each. */
    static <T> List<T> inTurn(final List<T> sides, final int round)
    {
        final List<T> turn = new ArrayList<>(sides);
        Collections.rotate(turn, -round);
        return turn;
    }
}
