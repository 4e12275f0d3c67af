package io.roce.nic.transport;

import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.link.SourcePorts;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetAddress;

/**
 * From the attributes of a queue pair, which are in its record, to what packets are sent with: at each modify, so that
 * the packet path reads no records. Lane thread only.
 */
final class Connections
{
    /** What an address handle says; none is kept for queue pairs. */
    private static final int FLOW_LABEL = 0;

    private final Ports ports;
    private final Egresses egresses;

    Connections(final Ports ports, final Egresses egresses)
    {
        this.ports = ports;
        this.egresses = egresses;
    }

    /** Takes over what was modified. */
    void copy(final QpContext context, final ServedQp qp)
    {
        qp.epoch = context.epoch();
        qp.destQpn = value(context, QpAttribute.DEST_QP_NUM);
        qp.portNum = value(context, QpAttribute.PORT_NUM);
        qp.pKey = context.pKey();
        qp.pkeyIndex = value(context, QpAttribute.PKEY_INDEX);
        qp.qKey = context.qKey();
        qp.accessFlags = value(context, QpAttribute.QP_ACCESS_FLAGS);
        qp.minRnrTimer = value(context, QpAttribute.MIN_RNR_TIMER);
        qp.maxDestRdAtomic = value(context, QpAttribute.MAX_DEST_RD_ATOMIC);
        qp.maxRdAtomic = value(context, QpAttribute.MAX_RD_ATOMIC);
        qp.timeout = value(context, QpAttribute.TIMEOUT);
        qp.retryCnt = value(context, QpAttribute.RETRY_CNT);
        qp.rnrRetry = value(context, QpAttribute.RNR_RETRY);
        qp.mtu = mtu(context, qp);
        connect(context, qp);
    }

    /** The queue pair has no peer any more. */
    void disconnect(final ServedQp qp)
    {
        if (qp.route != null)
        {
            qp.route.close();
            qp.route = null;
        }
    }

    /** The way of a datagram; null when the port has no such GID, or it is of another family. */
    Route unconnected(final int portNum, final int sgidIndex, final InetAddress dgid, final int sourcePort)
    {
        final Port port = ports.get(portNum);
        if (sgidIndex >= port.gids().size())
        {
            return null;
        }
        final GidEntry gid = port.gids().get(sgidIndex);
        return gid.udp().getAddress().getClass() == dgid.getClass() ?
            route(RoceDatagram.NO_QPN, gid, dgid, sourcePort) : null;
    }

    private int mtu(final QpContext context, final ServedQp qp)
    {
        if (qp.type != QpType.UD)
        {
            return value(context, QpAttribute.PATH_MTU);
        }
        return context.state() == QpState.RESET ? 0 : ports.get(qp.portNum).activeMtu();
    }

    /** The new way is opened before the old one is closed: mostly they are the same. */
    private void connect(final QpContext context, final ServedQp qp)
    {
        final Route route = context.has(QpAttribute.DGID) ? connected(context, qp) : null;
        disconnect(qp);
        qp.route = route;
    }

    private Route connected(final QpContext context, final ServedQp qp)
    {
        final GidEntry gid = ports.get(qp.portNum).gids().get(value(context, QpAttribute.SGID_INDEX));
        return route(qp.qpn, gid, context.dgid(), SourcePorts.connected(FLOW_LABEL, qp.qpn, qp.destQpn));
    }

    private Route route(final int ownQpn, final GidEntry gid, final InetAddress to, final int wishedPort)
    {
        return Route.open(ownQpn, egresses.at(gid), gid.udp().getAddress(), wishedPort, to);
    }

    private static int value(final QpContext context, final QpAttribute attribute)
    {
        return (int)context.value(attribute);
    }
}
