package io.roce.nic.rx;

import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateReason;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

/**
 * What admission expected beside what came, for what it turns away. Nothing here decides: the checks have. Nothing is
 * allocated. Lane thread only.
 */
final class AdmissionReasons
{
    private final int firstQpn;
    private final int lastQpn;
    private final QpResolver resolver;
    private final IcrcVerifier icrcVerifier;
    private final FateReason reason;

    /** @param icrcVerifier has just verified what {@link #onIcrcMismatch} is told of. */
    AdmissionReasons(
        final int firstQpn,
        final int lastQpn,
        final QpResolver resolver,
        final IcrcVerifier icrcVerifier,
        final FateReason reason)
    {
        this.firstQpn = firstQpn;
        this.lastQpn = lastQpn;
        this.resolver = resolver;
        this.icrcVerifier = icrcVerifier;
        this.reason = reason;
    }

    void onMalformed(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        final int length = datagram.length();
        switch (datagram.error())
        {
            case NONE -> throw new IllegalStateException("well formed");
            case TRUNCATED_BTH ->
                reason.set(Expectation.LENGTH_AT_LEAST, BthFlyweight.LENGTH + Icrc.LENGTH, length);
            case OVERSIZE -> reason.set(Expectation.LENGTH_AT_MOST, RocePacket.MAX_LENGTH, length);
            case UNSUPPORTED_TVER -> reason.set(Expectation.TVER, 0, packet.bth().transportVersion());
            case UNKNOWN_OPCODE -> reason.set(Expectation.OPCODE, 0, packet.bth().opcodeValue());
            case TRUNCATED_HEADERS ->
                reason.set(Expectation.LENGTH_AT_LEAST, packet.opcode().headerLength() + Icrc.LENGTH, length);
            case PAD_EXCEEDS_PAYLOAD -> reason.set(
                Expectation.PAD_AT_MOST,
                length - packet.opcode().headerLength() - Icrc.LENGTH,
                packet.bth().padCount());
        }
    }

    void onIcrcMismatch(final RoceDatagram datagram)
    {
        final boolean isExplained = icrcVerifier.isExplained() && !datagram.envelope().isIpv6();
        reason.set(
            Expectation.ICRC,
            Integer.toUnsignedLong(icrcVerifier.computed()),
            isExplained ? icrcVerifier.identification() : -1,
            icrcVerifier.isDontFragment() ? 1 : 0,
            Integer.toUnsignedLong(datagram.packet().icrc()),
            0,
            0);
    }

    /** Nobody has such a number. */
    void onUnserved(final int qpn)
    {
        reason.set(Expectation.DEST_QP, firstQpn, lastQpn, qpn, 0);
    }

    void onUnresolved(final int qpn, final QpnStatus status)
    {
        reason.set(Expectation.QPN_STATUS, 0, 0, status.ordinal(), resolver.quarantineRemainingNs(qpn));
    }

    /** A queue pair turned it away. */
    void onRefused(final Fate fate, final RoceDatagram datagram, final GidEntry arrivedAt, final QpContext qp)
    {
        final RocePacket packet = datagram.packet();
        switch (fate)
        {
            case TRANSPORT_MISMATCH -> reason.set(
                Expectation.TRANSPORT, qp.type().transport().ordinal(), packet.opcode().transport().ordinal());
            case PORT_MISMATCH -> reason.set(
                Expectation.GID,
                qp.value(QpAttribute.PORT_NUM),
                qp.type().isConnected() ? qp.value(QpAttribute.SGID_INDEX) : -1,
                arrivedAt.portNum(),
                qp.type().isConnected() ? arrivedAt.gidIndex() : -1);
            case PEER_MISMATCH -> reason.set(
                Expectation.PEER,
                qp.peerHigh(),
                qp.peerLow(),
                datagram.envelope().sourceHigh(),
                datagram.envelope().sourceLow());
            case P_KEY_MISMATCH -> reason.set(Expectation.P_KEY, qp.pKey(), packet.bth().pKey());
            case Q_KEY_MISMATCH -> reason.set(
                Expectation.Q_KEY, Integer.toUnsignedLong(qp.qKey()), Integer.toUnsignedLong(packet.deth().qKey()));
            default -> reason.set(Expectation.STATE, packet.opcode().isResponse() ? 1 : 0, qp.state().ordinal());
        }
    }
}
