package io.roce.tools.replay;

import io.roce.nic.qp.QpType;
import io.roce.tools.mapping.Endpoint;
import io.roce.wire.Qpn;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.TransportType;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the queue pairs that a capture speaks of. A packet that is cut, malformed or has a wrong ICRC tells nothing:
 * its number may be a wrong one. Nor do packets to the management and multicast numbers, which are no queue pairs of a
 * user, nor those of transports that a node does not offer. Not thread-safe.
 */
public final class Conversations
{
    private final Map<Endpoint, RecordedQp> qps = new LinkedHashMap<>();

    /** Looks at the next packet of the capture. */
    public void onPacket(final RoceFrame frame)
    {
        if (!frame.isWhole() || frame.icrcStatus() == IcrcStatus.BAD || frame.datagram().error() != WireError.NONE)
        {
            return;
        }
        onPacket(frame.datagram().envelope(), frame.datagram().packet());
    }

    void onPacket(final Envelope envelope, final RocePacket packet)
    {
        final int qpn = packet.bth().destQp();
        final QpType type = type(packet.opcode().transport());
        if (type == null || Qpn.isManagement(qpn) || Qpn.isMulticast(qpn))
        {
            return;
        }
        qps.computeIfAbsent(
            new Endpoint(envelope.destination(), qpn),
            endpoint -> new RecordedQp(endpoint, type, envelope.source(), envelope.sourcePort())).onPacket(packet);
    }

    /** The queue pairs in the order in which packets to them appear, each with its peer where that can be told. */
    public Collection<RecordedQp> qps()
    {
        qps.values().forEach(qp -> qp.peerQpn(peerQpn(qp)));
        return qps.values();
    }

    /**
     * A BTH names the receiver alone. The other end is the queue pair of the same type at the other address that is
     * sent to from this one's; when several are, the one that is sent to from the same UDP source port, which two ends
     * of a connection often share. Still several: not to be told.
     */
    private int peerQpn(final RecordedQp qp)
    {
        final List<RecordedQp> candidates = qps.values().stream()
            .filter(other -> other.type() == qp.type() &&
                other.endpoint().address().equals(qp.peerAddress()) &&
                other.peerAddress().equals(qp.endpoint().address()))
            .toList();
        if (candidates.size() == 1)
        {
            return candidates.get(0).endpoint().qpn();
        }
        final List<RecordedQp> samePort = candidates.stream()
            .filter(other -> other.udpSourcePort() == qp.udpSourcePort())
            .toList();
        return samePort.size() == 1 ? samePort.get(0).endpoint().qpn() : RecordedQp.UNKNOWN;
    }

    private static QpType type(final TransportType transport)
    {
        for (final QpType type : QpType.values())
        {
            if (type.transport() == transport)
            {
                return type;
            }
        }
        return null;
    }
}
