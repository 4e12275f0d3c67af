package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.Qpn;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.FrameRepair;
import io.roce.wire.capture.FrameSegments;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

import java.net.InetAddress;

/**
 * Looks at one frame after the other, in the order of the capture, and tells what it finds as soon as it is sure. Most
 * findings come with the frame that they are about; a gap is settled when its packets come or never do, so the last
 * ones come with {@link #end}. What is remembered is bounded: {@link #MAX_FLOWS} connections, the last packets of each.
 * <p>
 * Of RC and UC messages and answers are followed, of UD the datagrams; of RD and XRC packets each is looked at for
 * itself. Not thread-safe.
 */
public final class Linter
{
    /** Directions of connections that are remembered; of more, those that were used last. */
    public static final int MAX_FLOWS = 4096;

    private final Sighting packet = new Sighting();
    private final Damage damage = new Damage();
    private final FrameRepair repair = new FrameRepair();
    private final RoceFrame repaired = new RoceFrame();
    private final Findings findings;
    private final FrameRules frames;
    private final IcrcRules icrcs;
    private final HeaderRules headers;
    private final LengthRules lengths;
    private final MemberRules members;
    private final RequestRules requests;
    private final AnswerRules answers;
    private final UnmatchedAnswers unmatched;
    private final DatagramRules datagrams;
    private final PortRules ports;
    private final Lives lives;
    private final CmRules management;
    private final Flows flows;
    private final BoundedMap<DatagramFlow, Boolean> datagramFlows = new BoundedMap<>(MAX_FLOWS);
    private long frameCount;
    private long packetCount;

    /** @param findings is given what is found, on the thread that calls. */
    public Linter(final Findings findings)
    {
        this.findings = findings;
        frames = new FrameRules(findings);
        icrcs = new IcrcRules(findings);
        headers = new HeaderRules(findings);
        lengths = new LengthRules(findings);
        members = new MemberRules(findings);
        final GapRules gaps = new GapRules(findings);
        final ReadRules reads = new ReadRules(gaps, damage);
        final MessageRules messages = new MessageRules(findings, reads);
        requests = new RequestRules(findings, damage, messages, gaps);
        answers = new AnswerRules(findings, damage, messages, gaps, reads);
        unmatched = new UnmatchedAnswers(findings, damage);
        datagrams = new DatagramRules(findings, damage);
        ports = new PortRules(findings);
        lives = new Lives(findings);
        management = new CmRules(lives, findings);
        flows = new Flows(MAX_FLOWS, this::onFlowEnd);
    }

    /**
     * The next frame.
     *
     * @param kind      what it turned out to be.
     * @param roceFrame the datagram in it, when it is {@link FrameKind#ROCE_V2}.
     * @param segments  the packets that were found in that.
     */
    public void onFrame(
        final Frame frame, final FrameKind kind, final RoceFrame roceFrame, final FrameSegments segments)
    {
        frameCount++;
        if (kind == FrameKind.ROCE_V2)
        {
            packet.wrap(frame, roceFrame);
            frames.onPacket(packet);
            onPackets(frame, segments);
            return;
        }

        final boolean isDamaged = frames.onOther(frame, kind);
        final String wrongField = repair.repair(frame, kind, repaired);
        if (wrongField != null)
        {
            packet.wrap(frame, repaired);
            findings.add(
                FindingCode.ICRC_REWRITTEN, packet, "right for a RoCEv2 packet: the " + wrongField + " is wrong");
            onDatagram(true);
        }
        else if (isDamaged)
        {
            damage.add(frame.number());
        }
    }

    /** There are no more frames. */
    public void end()
    {
        flows.all().forEach(this::onFlowEnd);
        datagrams.onEnd();
        management.onEnd();
        ports.onEnd();
    }

    /** Frames so far. */
    public long frames()
    {
        return frameCount;
    }

    /** RoCEv2 packets among them. */
    public long packets()
    {
        return packetCount;
    }

    /** How many connections were forgotten while the capture may have gone on with them. */
    public long forgottenFlows()
    {
        return flows.forgotten();
    }

    private void onPackets(final Frame frame, final FrameSegments segments)
    {
        for (int i = 0; i < segments.count(); i++)
        {
            packetCount++;
            packet.wrap(frame, segments.get(i));
            if (i == 0 && segments.count() > 1)
            {
                findings.add(FindingCode.SEGMENTATION_OFFLOAD, packet,
                    segments.count() + " packets of " + segments.length() + " bytes, the last of " +
                        segments.lastLength());
            }
            onDatagram(icrcs.onPacket(packet));
        }
    }

    private void onDatagram(final boolean isBelievable)
    {
        if (!isBelievable || !packet.isReadable(HeaderType.BTH))
        {
            if (icrcs.isUnexplained())
            {
                headers.onUnexplained(packet);
            }
            damage.add(packet);
            return;
        }

        headers.onPacket(packet);
        if (!packet.isWellFormed())
        {
            damage.add(packet);
            return;
        }

        lengths.onPacket(packet);
        onWellFormed(packet.opcode());
    }

    private void onWellFormed(final Opcode opcode)
    {
        switch (opcode.transport())
        {
            case RC, UC ->
            {
                if (opcode.isRequest())
                {
                    onRequest(opcode.transport());
                }
                else
                {
                    onAnswer();
                }
            }
            case UD ->
            {
                if (datagramFlows.put(
                    new DatagramFlow(packet.source(), packet.destination(), packet.destQp()), true) == null)
                {
                    ports.onFirst(packet, packet.conversation(), false);
                }
                datagrams.onPacket(packet);
                if (packet.destQp() == Qpn.GSI)
                {
                    management.onPacket(packet);
                }
            }
            case RD, XRC, CNP ->
            {
                // Each packet has been looked at for itself.
            }
        }
    }

    private void onRequest(final TransportType transport)
    {
        Flow flow = flows.find(transport, packet);
        if (flow == null)
        {
            flow = flows.add(transport, packet);
            pairUnreliable(flow);
            lives.onFirst(flow, packet);
            ports.onFirst(packet, flow.conversation(), true);
            requests.onFirst(flow, packet);
            unmatched.onFirst(flow, packet);
        }
        else
        {
            ports.onRequest(flow, packet);
            if (Math.abs(Psn.diff(packet.psn(), flow.nextPsn)) >= RequestRules.NEW_SEQUENCE)
            {
                requests.onEnd(flow);
                answers.onEnd(flow);
                flow.restart(packet.psn());
                lives.onFirst(flow, packet);
                requests.onFirst(flow, packet);
            }
            else
            {
                requests.onPacket(flow, packet);
            }
        }
        members.onRequest(flow, packet);
        lives.onPacket(packet, flow.conversation());
        flow.onPacket(packet);
    }

    /** No answer tells the number at the other end of a UC connection: requests the other way from the same port do. */
    private void pairUnreliable(final Flow flow)
    {
        if (flow.transport == TransportType.UC)
        {
            final Flow other = flows.reverse(flow);
            if (other != null)
            {
                flow.peerQp(other.destQp);
                other.peerQp(flow.destQp);
            }
        }
    }

    private void onAnswer()
    {
        final Flow flow = flows.answered(packet);
        if (flow == null)
        {
            unmatched.onAnswer(packet, flows.isAnyBetween(packet.destination(), packet.source()));
            return;
        }
        members.onAnswer(flow, packet);
        answers.onPacket(flow, packet);
        lives.onPacket(packet, flow.conversation());
    }

    private void onFlowEnd(final Flow flow)
    {
        requests.onEnd(flow);
        answers.onEnd(flow);
        flow.sent.clear();
    }

    private record DatagramFlow(InetAddress source, InetAddress destination, int destQp)
    {
    }
}
