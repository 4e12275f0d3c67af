package io.roce.tools.rewrite;

import io.roce.tools.mapping.Endpoint;
import io.roce.wire.Psn;
import io.roce.wire.capture.CaptureCopy;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameEditor;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.IcrcUnavailable;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.icrc.IcrcDifference;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Set;

/**
 * Changes the frames of one capture, each as the rules say. What was wrong stays wrong: an ICRC in the same bits,
 * unless it is to be repaired, a checksum by the same amount; a malformed packet keeps its BTH and what is behind it,
 * the ICRC apart. Not thread-safe.
 */
final class FrameRewriter
{
    private static final HexFormat ETHER_ADDRESS = HexFormat.ofDelimiter(":");

    private final RewriteOptions rules;
    private final Selection selection;
    private final boolean isDropOthers;
    private final boolean isRepairIcrc;

    private final FrameDissector dissector = new FrameDissector();
    private final RoceFrame roceFrame = new RoceFrame();
    private final RoceDatagram after = new RoceDatagram(0xFFFF);
    private final FrameEditor editor = new FrameEditor();
    private final Icrc icrc = new Icrc();
    private final IcrcDifference icrcDifference = new IcrcDifference();
    private final Set<Change> changes = EnumSet.noneOf(Change.class);
    private final RewriteTally tally = new RewriteTally();

    FrameRewriter(
        final RewriteOptions rules, final Selection selection, final boolean isDropOthers, final boolean isRepairIcrc)
    {
        this.rules = rules;
        this.selection = selection;
        this.isDropOthers = isDropOthers;
        this.isRepairIcrc = isRepairIcrc;
    }

    /** Changes the frame that the copy has just read. */
    void rewrite(final CaptureCopy copy, final Frame frame)
    {
        tally.frames++;
        final FrameKind kind = dissector.dissect(frame, roceFrame);
        if (!selection.has(frame.number(), kind == FrameKind.ROCE_V2 ? roceFrame : null))
        {
            onUnselected(copy);
            return;
        }

        changes.clear();
        editor.wrap(frame, dissector);
        rewriteEtherAddresses();
        note(Change.VLAN, rules.vlan().apply(editor, copy, obstacle -> notChanged(Change.VLAN, obstacle)));
        if (kind == FrameKind.ROCE_V2)
        {
            after.copyFrom(roceFrame.datagram());
            rewriteAddresses(kind);
            rewriteDatagram();
        }
        else
        {
            rewriteAddresses(kind);
        }
        if (editor.finish())
        {
            copy.replace(editor.data(), editor.length());
            tally.changed++;
            changes.forEach(change -> tally.byChange.merge(change, 1L, Long::sum));
        }
    }

    /** What has been done so far. */
    RewriteTally tally()
    {
        return tally;
    }

    private void onUnselected(final CaptureCopy copy)
    {
        tally.unselected++;
        if (isDropOthers)
        {
            copy.drop();
            tally.dropped++;
        }
    }

    private void rewriteEtherAddresses()
    {
        if (rules.etherAddresses().isEmpty() || !editor.isEthernet())
        {
            return;
        }
        for (final boolean isSource : new boolean[]{false, true})
        {
            final String address = ETHER_ADDRESS.formatHex(editor.etherAddress(isSource));
            final String mapped = rules.etherAddresses().map(address);
            note(Change.ETHER_ADDRESS, !mapped.equals(address));
            editor.etherAddress(isSource, ETHER_ADDRESS.parseHex(mapped));
        }
    }

    private void rewriteAddresses(final FrameKind kind)
    {
        if (rules.addresses().isEmpty())
        {
            return;
        }
        if (!editor.isIp())
        {
            if (kind != FrameKind.NOT_IP)
            {
                notChanged(Change.ADDRESS, kind.description());
            }
            return;
        }

        final InetAddress source = address(editor.source());
        final InetAddress destination = address(editor.destination());
        final InetAddress newSource = rules.addresses().map(source);
        final InetAddress newDestination = rules.addresses().map(destination);
        if (newSource.equals(source) && newDestination.equals(destination))
        {
            return;
        }
        if (!editor.isReaddressable())
        {
            notChanged(Change.ADDRESS, "what follows the IP header may depend on them");
            return;
        }
        editor.addresses(newSource.getAddress(), newDestination.getAddress());
        if (kind == FrameKind.ROCE_V2)
        {
            after.envelope().readdress(newSource.getAddress(), newDestination.getAddress());
        }
        note(Change.ADDRESS, true);
    }

    private void rewriteDatagram()
    {
        final int dscp = roceFrame.trafficClass() >> 2;
        final int newDscp = rules.dscps().map(dscp);
        editor.dscp(newDscp);
        note(Change.DSCP, newDscp != dscp);

        final Envelope envelope = after.envelope();
        final int port = envelope.sourcePort();
        final int newPort = rules.udpSourcePorts().map(port);
        editor.udpSourcePort(newPort);
        envelope.ports(newPort, Envelope.ROCE_PORT);
        note(Change.UDP_SOURCE_PORT, newPort != port);

        int headerLength = BthFlyweight.LENGTH;
        if (after.error() == WireError.NONE && roceFrame.isReadable(HeaderType.BTH))
        {
            headerLength = after.packet().opcode().headerLength();
            rewritePacket(after.packet());
            editor.packetHeaders(envelope, Math.min(headerLength, roceFrame.capturedLength()));
        }
        rewriteIcrc(headerLength);
    }

    private void rewritePacket(final RocePacket packet)
    {
        final Envelope recorded = roceFrame.datagram().envelope();
        final BthFlyweight bth = packet.bth();
        final Endpoint to = new Endpoint(recorded.destination(), bth.destQp());

        final int pKey = bth.pKey();
        bth.pKey(rules.pKeys().map(pKey));
        note(Change.P_KEY, bth.pKey() != pKey);

        final int psn = bth.psn();
        if (packet.opcode() != Opcode.CNP)
        {
            bth.psn(Psn.add(psn, rules.psnOffsets().has(to) ? rules.psnOffsets().map(to) : rules.psnOffset()));
        }
        note(Change.PSN, bth.psn() != psn);

        bth.destQp(rules.qpns().map(to));
        note(Change.QPN, bth.destQp() != to.qpn());
        if (roceFrame.isReadable(HeaderType.DETH))
        {
            final Endpoint from = new Endpoint(recorded.source(), packet.deth().srcQp());
            packet.deth().srcQp(rules.qpns().map(from));
            note(Change.QPN, packet.deth().srcQp() != from.qpn());
        }
    }

    private void rewriteIcrc(final int headerLength)
    {
        final boolean isOther = changes.stream().anyMatch(Change::needsIcrc);
        final boolean isRepaired = isRepairIcrc && roceFrame.icrcStatus() != IcrcStatus.NOT_AVAILABLE;
        if (!isOther && !(isRepaired && roceFrame.icrcStatus() == IcrcStatus.BAD))
        {
            return;
        }
        if (!roceFrame.isIcrcReadable() || isUndefined(roceFrame.icrcUnavailable()))
        {
            tally.icrcsLeft.merge(roceFrame.icrcUnavailable().description(), 1L, Long::sum);
            return;
        }

        final int length = after.length();
        final Envelope before = roceFrame.datagram().envelope();
        if (isRepaired)
        {
            editor.icrc(length, icrc.compute(after.envelope(), length));
            tally.icrcsComputed++;
        }
        else
        {
            editor.icrc(length,
                Icrc.read(before, length) ^ icrcDifference.of(before, after.envelope(), headerLength, length));
            tally.icrcsPatched++;
            tally.icrcsStillWrong += roceFrame.icrcStatus() == IcrcStatus.BAD ? 1 : 0;
        }
    }

    /** There is an ICRC, but over what it runs nobody has said. A length of 0 does no harm: it stays what it was. */
    private static boolean isUndefined(final IcrcUnavailable reason)
    {
        return reason == IcrcUnavailable.IPV4_OPTIONS || reason == IcrcUnavailable.IPV6_EXTENSION_HEADERS;
    }

    private void note(final Change change, final boolean isChanged)
    {
        if (isChanged)
        {
            changes.add(change);
        }
    }

    private void notChanged(final Change change, final String reason)
    {
        tally.notChanged.computeIfAbsent(change, key -> new LinkedHashMap<>()).merge(reason, 1L, Long::sum);
    }

    /** Of IPv6 as such, also one that stands for an IPv4 address. */
    private static InetAddress address(final byte[] bytes)
    {
        try
        {
            return bytes.length == 16 ? Inet6Address.getByAddress(null, bytes, -1) : InetAddress.getByAddress(bytes);
        }
        catch (final UnknownHostException ex)
        {
            throw new AssertionError("4 or 16 bytes are an address", ex);
        }
    }
}
