package io.roce.tools.lint;

import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.IcrcUnavailable;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

/** Whether the ICRC is right, there, and to be told; and why not. */
final class IcrcRules
{
    private static final int MIN_PATH_MTU = 256;

    private final KnownAddresses known = new KnownAddresses();
    private final IcrcExplanation explanation = new IcrcExplanation(known);
    private final Findings findings;
    private boolean isUnexplained;

    IcrcRules(final Findings findings)
    {
        this.findings = findings;
    }

    /** @return whether what the packet says may be believed. */
    boolean onPacket(final Sighting packet)
    {
        isUnexplained = false;
        if (FrameRules.lengthDifference(packet.roceFrame()) != 0 &&
            packet.roceFrame().icrcStatus() != IcrcStatus.GOOD)
        {
            findings.add(FindingCode.UDP_LENGTH, packet,
                FrameRules.lengthDifference(packet.roceFrame()) + " bytes of the IP packet are not the datagram's");
            return false;
        }
        if (packet.roceFrame().icrcUnavailable() == IcrcUnavailable.TOO_SHORT && isMissing(packet))
        {
            missing(packet);
            return false;
        }

        switch (packet.roceFrame().icrcStatus())
        {
            case GOOD -> known.onGood(packet);
            case BAD ->
            {
                return onWrong(packet);
            }
            case NOT_AVAILABLE ->
            {
                final IcrcUnavailable reason = packet.roceFrame().icrcUnavailable();
                if (reason.ordinal() >= IcrcUnavailable.IP_LENGTH_ZERO.ordinal())
                {
                    findings.add(FindingCode.ICRC_UNKNOWN, packet, reason.description());
                }
            }
        }
        return true;
    }

    /** Whether the last packet's ICRC is wrong and nothing says why. */
    boolean isUnexplained()
    {
        return isUnexplained;
    }

    private boolean onWrong(final Sighting packet)
    {
        final int carried = Icrc.read(packet.envelope(), packet.roceFrame().datagram().length());
        final boolean isBelievable = explanation.explain(packet, carried ^ packet.roceFrame().icrcExpected());
        if (explanation.code() == FindingCode.ICRC_WRONG && isMissing(packet))
        {
            missing(packet);
            return false;
        }
        isUnexplained = explanation.code() == FindingCode.ICRC_WRONG;
        findings.add(explanation.code(), packet,
            explanation.detail() + ": " + Icrc.format(carried) + " for " +
                Icrc.format(packet.roceFrame().icrcExpected()));
        return isBelievable;
    }

    private void missing(final Sighting packet)
    {
        findings.add(FindingCode.ICRC_MISSING, packet, packet.opcode() + " of " +
            packet.roceFrame().datagram().length() + " bytes ends where its ICRC should begin");
    }

    /** A packet without its ICRC is exactly as long as its headers and what they say of the payload. */
    private static boolean isMissing(final Sighting sighting)
    {
        final Opcode opcode = sighting.isReadable(HeaderType.BTH) ? sighting.opcode() : null;
        if (opcode == null)
        {
            return false;
        }

        final RocePacket packet = sighting.packet();
        final int behindHeaders = sighting.roceFrame().datagram().length() - opcode.headerLength();
        if (behindHeaders < Icrc.LENGTH)
        {
            return behindHeaders == 0;
        }
        if (sighting.roceFrame().datagram().error() != WireError.NONE || !opcode.hasPayload())
        {
            return false;
        }
        if (!opcode.isEnd())
        {
            return behindHeaders >= MIN_PATH_MTU && behindHeaders <= RocePacket.MAX_PATH_MTU &&
                Integer.bitCount(behindHeaders) == 1;
        }
        return opcode.isStart() && sighting.isReadable(HeaderType.RETH) && opcode.isRequest() &&
            packet.reth().dmaLength() + packet.bth().padCount() == behindHeaders;
    }
}
