package io.roce.tools.demo;

import static io.roce.nic.qp.QpState.INIT;
import static io.roce.nic.qp.QpState.RTR;
import static io.roce.nic.qp.QpState.RTS;

import io.roce.nic.fault.FaultRule;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Queue pairs in every state, and for every fate a packet that is made to meet it. Only {@link Fate#QPN_QUARANTINED} is
 * left to the stale drill: it lasts for a short while alone.
 */
final class FateTour
{
    /** Beyond the pool that the demonstration's nodes hand out. */
    private static final int OUT_OF_POOL_QPN = 0xABCDEF;
    private static final int RESERVED_OPCODE = 0x15;
    private static final int OTHER_P_KEY = 0x9234;
    private static final long Q_KEY = 0x1234_5678;
    private static final int PEER_QPN = 0x1234;

    private final List<Shot> shots = new ArrayList<>();
    private final OwnedQps owned;
    private final OwnedQps elsewhere;
    private final InetAddress source;
    private final InetAddress otherSource;
    private final int faulty;

    /**
     * Makes the queue pairs on the node.
     *
     * @param owned       destroys them.
     * @param elsewhere   the same, for queue pairs at another port.
     * @param source      the address that packets are sent from.
     * @param otherSource any other.
     * @param lastQpn     last number of the node's pool.
     */
    FateTour(
        final OwnedQps owned,
        final OwnedQps elsewhere,
        final InetAddress source,
        final InetAddress otherSource,
        final int lastQpn)
    {
        this.owned = owned;
        this.elsewhere = elsewhere;
        this.source = source;
        this.otherSource = otherSource;
        final int live = owned.create(QpType.RC);
        owned.bringUp(live, QpPlan.connectedTo(QpType.RC, source, PEER_QPN), RTS);
        addMalformed(live);
        addUnresolved(lastQpn);
        addRefused(live);
        addDelivered(live);
        faulty = owned.create(QpType.RC);
        add("to be dropped by a fault rule", Fate.FAULT_DROPPED, send(faulty));
    }

    /** What the node must have for the tour, and for nothing else. */
    FaultRule faultRule()
    {
        return FaultRule.parse("in:drop:dest-qp=" + Qpn.format(faulty));
    }

    /** In the order of the checks. */
    List<Shot> shots()
    {
        return shots;
    }

    private void addMalformed(final int live)
    {
        add("no bytes at all", Fate.MALFORMED_TRUNCATED_BTH, send(live).truncateTo(0));
        add("15 bytes", Fate.MALFORMED_TRUNCATED_BTH, send(live).truncateTo(15));
        add("payload longer than 4096 bytes", Fate.MALFORMED_OVERSIZE,
            send(live).payload(new byte[RocePacket.MAX_LENGTH]));
        add("transport version 1", Fate.MALFORMED_UNSUPPORTED_TVER, send(live).set(PacketField.TVER, 1));
        add("reserved opcode", Fate.MALFORMED_UNKNOWN_OPCODE, send(live).opcode(RESERVED_OPCODE));
        add("cut within its RETH", Fate.MALFORMED_TRUNCATED_HEADERS,
            send(live).opcode(Opcode.RC_RDMA_WRITE_ONLY).truncateTo(20));
        add("pad count 3 and no payload", Fate.MALFORMED_PAD_EXCEEDS_PAYLOAD,
            send(live).payload(new byte[0]).set(PacketField.PAD_COUNT, 3));
        add("wrong ICRC", Fate.ICRC_MISMATCH, send(live).icrc(IcrcChoice.BAD, 0));
    }

    private void addUnresolved(final int lastQpn)
    {
        add("QPN 1", Fate.QPN_MANAGEMENT, send(Qpn.GSI).opcode(Opcode.UD_SEND_ONLY));
        add("QPN 0xffffff", Fate.QPN_MULTICAST, send(Qpn.MULTICAST).opcode(Opcode.UD_SEND_ONLY));
        add("QPN outside the pool", Fate.QPN_OUT_OF_RANGE, send(OUT_OF_POOL_QPN));
        add("QPN that was never given", Fate.QPN_UNALLOCATED, send(lastQpn));
    }

    private void addRefused(final int live)
    {
        final QpPlan plan = QpPlan.connectedTo(QpType.RC, source, PEER_QPN);
        final int reset = owned.create(QpType.RC);
        final int init = owned.create(QpType.RC);
        owned.bringUp(init, plan, INIT);
        final int readyToReceive = owned.create(QpType.RC);
        owned.bringUp(readyToReceive, plan, RTR);
        final int inError = owned.create(QpType.RC);
        owned.bringUp(inError, plan, INIT);
        owned.toError(inError);
        final int otherPort = elsewhere.create(QpType.RC);
        elsewhere.bringUp(otherPort, plan, RTS);
        final int otherPeer = owned.create(QpType.RC);
        owned.bringUp(otherPeer, QpPlan.connectedTo(QpType.RC, otherSource, PEER_QPN), RTS);
        final int datagram = owned.create(QpType.UD);
        owned.bringUp(datagram, new QpPlan(QpType.UD, source, 0, 0, 0, Q_KEY, QpPlan.PATH_MTU_DEFAULT), RTS);

        add("congestion notification", Fate.CNP_RECEIVED,
            send(live).payload(new byte[0]).opcode(Opcode.CNP).set(PacketField.BECN, 1));
        add("UC opcode to an RC queue pair", Fate.TRANSPORT_MISMATCH, send(live).opcode(Opcode.UC_SEND_ONLY));
        add("queue pair in RESET", Fate.QP_STATE_RESET, send(reset));
        add("queue pair in INIT", Fate.QP_STATE_INIT, send(init));
        add("response to a queue pair in RTR", Fate.QP_STATE_RTR, acknowledge(readyToReceive));
        add("queue pair in ERR", Fate.QP_STATE_ERR, send(inError));
        add("queue pair at another port", Fate.PORT_MISMATCH, send(otherPort));
        add("queue pair of another peer", Fate.PEER_MISMATCH, send(otherPeer));
        add("P_Key of another partition", Fate.P_KEY_MISMATCH, send(live).set(PacketField.P_KEY, OTHER_P_KEY));
        add("wrong Q_Key", Fate.Q_KEY_MISMATCH,
            send(datagram).opcode(Opcode.UD_SEND_ONLY).set(PacketField.Q_KEY, Q_KEY + 1));
    }

    private void addDelivered(final int live)
    {
        add("a request as it should be", Fate.DELIVERED_REQUEST, send(live));
        add("a response as it should be", Fate.DELIVERED_RESPONSE, acknowledge(live));
    }

    private void add(final String what, final Fate expected, final RocePacketBuilder packet)
    {
        shots.add(new Shot(what, expected, packet));
    }

    private static RocePacketBuilder send(final int qpn)
    {
        return new RocePacketBuilder()
            .opcode(Opcode.RC_SEND_ONLY)
            .set(PacketField.DEST_QP, qpn)
            .payload(new byte[]{1, 2, 3, 4, 5, 6, 7});
    }

    private static RocePacketBuilder acknowledge(final int qpn)
    {
        return new RocePacketBuilder()
            .opcode(Opcode.RC_ACKNOWLEDGE)
            .set(PacketField.DEST_QP, qpn)
            .set(PacketField.SYNDROME, 0x1F);
    }
}
