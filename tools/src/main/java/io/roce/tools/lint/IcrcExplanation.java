package io.roce.tools.lint;

import io.roce.tools.cli.Addresses;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.EnvelopeChange;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Why an ICRC is wrong, as far as one cause explains it to the bit: addresses and a port that were rewritten, one bit
 * that flipped. Addresses that the capture has seen come first, since any IPv4 address could be solved for. Not
 * thread-safe.
 */
final class IcrcExplanation
{
    private static final int MIN_HASHED_PORT = 0xC000;
    private static final int MAX_SOLVED = 64;

    private final KnownAddresses known;
    private final IcrcVerifier verifier = new IcrcVerifier(IcrcMode.INFER_ANY);

    /** Addresses that would have explained packets that nothing did, and the length of the first of them. */
    private final Map<InetAddress, Integer> sources = new BoundedMap<>(MAX_SOLVED);
    private final Map<InetAddress, Integer> destinations = new BoundedMap<>(MAX_SOLVED);

    private FindingCode code;
    private String detail;

    IcrcExplanation(final KnownAddresses known)
    {
        this.known = known;
    }

    /**
     * Looks for a cause, and tells the packet what it meant.
     *
     * @param difference of the ICRC that it carries and the right one.
     * @return whether there is one that leaves the packet believable: something in front of it was rewritten.
     */
    boolean explain(final Sighting packet, final int difference)
    {
        final Envelope envelope = packet.envelope();
        final int length = packet.roceFrame().datagram().length();
        code = FindingCode.ICRC_REWRITTEN;
        if (isKnownAddress(packet, envelope, length, difference))
        {
            return true;
        }

        final int bit = EnvelopeChange.bitFor(envelope, length, difference);
        if (bit != Integer.MIN_VALUE)
        {
            code = FindingCode.ICRC_BIT_FLIP;
            detail = BitName.of(packet, bit);
            return false;
        }

        final int port = EnvelopeChange.sourcePortFor(envelope, length, difference);
        if (port >= MIN_HASHED_PORT || known.isPort(port))
        {
            return rewritten(packet, null, null, port);
        }

        verifier.verify(envelope, length);
        if (verifier.isExplained())
        {
            detail = "right for IPv4 identification " + verifier.identification() +
                (verifier.isDontFragment() ? "" : ", don't-fragment not set");
            return true;
        }
        code = FindingCode.ICRC_WRONG;
        detail = "nothing simple explains it";
        return !envelope.isIpv6() && isEvidentAddress(packet, envelope, length, difference);
    }

    FindingCode code()
    {
        return code;
    }

    String detail()
    {
        return detail;
    }

    private boolean isKnownAddress(
        final Sighting packet, final Envelope envelope, final int length, final int difference)
    {
        final List<InetAddress> sources = known.others(packet.source());
        final List<InetAddress> destinations = known.others(packet.destination());
        final Map<Integer, InetAddress> byDifference = new HashMap<>();
        for (final InetAddress destination : destinations)
        {
            byDifference.put(EnvelopeChange.destination(envelope, length, destination.getAddress()), destination);
        }
        if (byDifference.containsKey(difference))
        {
            return rewritten(packet, null, byDifference.get(difference), 0);
        }
        for (final InetAddress source : sources)
        {
            final int rest = difference ^ EnvelopeChange.source(envelope, length, source.getAddress());
            if (rest == 0 || byDifference.containsKey(rest))
            {
                return rewritten(packet, source, byDifference.get(rest), 0);
            }
            final int port = EnvelopeChange.sourcePortFor(envelope, length, rest);
            if (known.isPort(port))
            {
                return rewritten(packet, source, null, port);
            }
        }
        for (final Map.Entry<Integer, InetAddress> destination : byDifference.entrySet())
        {
            final int port = EnvelopeChange.sourcePortFor(envelope, length, difference ^ destination.getKey());
            if (known.isPort(port))
            {
                return rewritten(packet, null, destination.getValue(), port);
            }
        }
        return false;
    }

    /**
     * Any difference is that of some address, so one that is solved for needs evidence: it is a neighbour of one that
     * is there, or packets of two lengths tell the same. An ICRC that is wrong by one value each time does neither.
     */
    private boolean isEvidentAddress(
        final Sighting packet, final Envelope envelope, final int length, final int difference)
    {
        final InetAddress source = address(EnvelopeChange.ipv4SourceFor(envelope, length, difference));
        final InetAddress destination = address(EnvelopeChange.ipv4DestinationFor(envelope, length, difference));
        final boolean isSource = isEvident(packet, source, sources, length);
        if (!isSource && !isEvident(packet, destination, destinations, length))
        {
            return false;
        }

        code = FindingCode.ICRC_REWRITTEN;
        known.add(isSource ? source : destination);
        return rewritten(packet, isSource ? source : null, isSource ? null : destination, 0);
    }

    private boolean isEvident(
        final Sighting packet,
        final InetAddress address,
        final Map<InetAddress, Integer> solved,
        final int length)
    {
        final Integer before = solved.putIfAbsent(address, length);
        return before != null && before != length || known.isNeighbour(address) ||
            KnownAddresses.isSameNet(address, packet.source()) ||
            KnownAddresses.isSameNet(address, packet.destination());
    }

    private boolean rewritten(
        final Sighting packet, final InetAddress source, final InetAddress destination, final int port)
    {
        final StringBuilder text = new StringBuilder("right for");
        text.append(source == null ? "" : " source " + Addresses.format(source));
        text.append(destination == null ? "" : " destination " + Addresses.format(destination));
        text.append(port == 0 ? "" : " UDP source port " + port);
        detail = text.toString();
        packet.meant(source, destination, port);
        return true;
    }

    private static InetAddress address(final byte[] bytes)
    {
        try
        {
            return InetAddress.getByAddress(bytes);
        }
        catch (final UnknownHostException ex)
        {
            throw new AssertionError("4 bytes are an address", ex);
        }
    }
}
