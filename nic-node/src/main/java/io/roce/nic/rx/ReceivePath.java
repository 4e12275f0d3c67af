package io.roce.nic.rx;

import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.FateListener;
import io.roce.nic.transport.Transport;
import io.roce.wire.PKey;
import io.roce.wire.Qpn;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import org.agrona.ErrorHandler;

/**
 * Leads each datagram through the checks of admission, in order, to its one end:
 * <ol>
 * <li>well formed,
 * <li>ICRC,
 * <li>destination QPN to context,
 * <li>transport service of the opcode,
 * <li>state of the queue pair,
 * <li>port and address of arrival, peer address, P_Key, Q_Key.
 * </ol>
 * Each check answers with the fate of what it turns away, or null. What is turned away is dropped silently on the wire.
 * The ICRC comes before the look-up, so that a flipped bit in DestQP is a wire error and not a stale packet. Nothing is
 * allocated for a datagram. Lane thread only.
 */
public final class ReceivePath implements DatagramHandler
{
    private final int firstQpn;
    private final int lastQpn;
    private final QpResolver resolver;
    private final Transport transport;
    private final IcrcVerifier icrcVerifier;
    private final Ledger ledger;
    private final FateListener listener;
    private final ErrorHandler errorHandler;
    private final AdmissionReasons reasons;
    private final Arrival arrival;

    /**
     * @param firstQpn     first number that the node hands out.
     * @param lastQpn      last number that the node hands out.
     * @param transport    takes what passes admission and is for a queue pair that it serves.
     * @param errorHandler is told of failures of the node itself, never of a bad packet.
     */
    public ReceivePath(
        final int firstQpn,
        final int lastQpn,
        final QpResolver resolver,
        final Transport transport,
        final IcrcVerifier icrcVerifier,
        final Ledger ledger,
        final FateListener listener,
        final ErrorHandler errorHandler)
    {
        this.firstQpn = firstQpn;
        this.lastQpn = lastQpn;
        this.resolver = resolver;
        this.transport = transport;
        this.icrcVerifier = icrcVerifier;
        this.ledger = ledger;
        this.listener = listener;
        this.errorHandler = errorHandler;
        reasons = new AdmissionReasons(firstQpn, lastQpn, resolver, icrcVerifier, transport.reason());
        arrival = new Arrival(transport.reason());
    }

    @Override
    public void onDatagram(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        ledger.onReceived();
        onAccounted(datagram, arrivedAt);
    }

    /** One datagram that the ledger has as received or injected already: fault rules stand in front. */
    public void onAccounted(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        arrival.begin(arrivedAt);
        end(fateOf(datagram, arrivedAt), datagram);
    }

    /** The only place where a datagram ends. */
    private void end(final Fate fate, final RoceDatagram datagram)
    {
        ledger.count(fate);
        listener.onFate(fate, datagram, arrival);
    }

    private Fate fateOf(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        try
        {
            return admit(datagram, arrivedAt);
        }
        catch (final RuntimeException | Error ex)
        {
            errorHandler.onError(ex);
            arrival.reason().clear();
            return Fate.INTERNAL_ERROR;
        }
    }

    private Fate admit(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        if (datagram.error() != WireError.NONE)
        {
            reasons.onMalformed(datagram);
            return isReservedOfRc(datagram) && transport.refusesReservedOpcodes() ?
                admitReserved(datagram, arrivedAt) : Fate.of(datagram.error());
        }

        if (!isIcrcAccepted(datagram))
        {
            reasons.onIcrcMismatch(datagram);
            return Fate.ICRC_MISMATCH;
        }

        final int qpn = datagram.packet().bth().destQp();
        final Fate unserved = checkQpn(qpn);
        if (unserved != null)
        {
            reasons.onUnserved(qpn);
            return unserved;
        }

        final QpContext qp = lookUp(qpn);
        return qp == null ? fateOfUnresolved(qpn) : admit(datagram, arrivedAt, qp);
    }

    private Fate admit(final RoceDatagram datagram, final GidEntry arrivedAt, final QpContext qp)
    {
        final Opcode opcode = datagram.packet().opcode();
        if (opcode == Opcode.CNP)
        {
            return Fate.CNP_RECEIVED;
        }

        final Fate refusal = refusal(datagram, opcode.transport(), opcode.isResponse(), arrivedAt, qp);
        if (refusal != null)
        {
            reasons.onRefused(refusal, datagram, arrivedAt, qp);
            qp.onRefused();
            return refusal;
        }

        final boolean isServed = qp.serviceSlot() != 0;
        if (opcode.isResponse())
        {
            qp.onResponse();
            return isServed ? transport.onResponse(datagram, qp) : Fate.DELIVERED_RESPONSE;
        }

        qp.onRequest();
        return isServed ? transport.onRequest(datagram, qp) : Fate.DELIVERED_REQUEST;
    }

    private QpContext lookUp(final int qpn)
    {
        final QpContext qp = resolver.resolve(qpn);
        arrival.onLookUp(qp, resolver.levelsWalked());
        return qp;
    }

    private static boolean isReservedOfRc(final RoceDatagram datagram)
    {
        return datagram.error() == WireError.UNKNOWN_OPCODE &&
            TransportType.RC.has(datagram.packet().bth().opcodeValue());
    }

    /** What an RC queue pair is asked for that the standard does not have, it may refuse; all else is malformed. */
    private Fate admitReserved(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        if (!isIcrcAccepted(datagram))
        {
            return Fate.MALFORMED_UNKNOWN_OPCODE;
        }

        final int qpn = datagram.packet().bth().destQp();
        final QpContext qp = checkQpn(qpn) == null ? lookUp(qpn) : null;
        final boolean isAdmitted = qp != null && qp.serviceSlot() != 0 &&
            refusal(datagram, TransportType.RC, false, arrivedAt, qp) == null;
        return isAdmitted ? transport.onReservedOpcode(datagram, qp) : Fate.MALFORMED_UNKNOWN_OPCODE;
    }

    private boolean isIcrcAccepted(final RoceDatagram datagram)
    {
        final IcrcVerdict verdict = icrcVerifier.verify(datagram.envelope(), datagram.length(), datagram.segment());
        if (verdict == IcrcVerdict.EXACT)
        {
            ledger.onIcrcExact();
        }
        else if (verdict == IcrcVerdict.INFERRED)
        {
            ledger.onIcrcInferred();
        }
        return verdict.isAccepted();
    }

    private Fate checkQpn(final int qpn)
    {
        if (Qpn.isManagement(qpn))
        {
            return Fate.QPN_MANAGEMENT;
        }
        if (Qpn.isMulticast(qpn))
        {
            return Fate.QPN_MULTICAST;
        }
        return qpn < firstQpn || qpn > lastQpn ? Fate.QPN_OUT_OF_RANGE : null;
    }

    private Fate fateOfUnresolved(final int qpn)
    {
        final QpnStatus status = resolver.status(qpn);
        reasons.onUnresolved(qpn, status);
        return switch (status)
        {
            case QUARANTINED -> Fate.QPN_QUARANTINED;
            case UNALLOCATED -> Fate.QPN_UNALLOCATED;
            case LIVE -> throw new IllegalStateException(Qpn.format(qpn) + " is live but has no context");
        };
    }

    private static Fate refusal(
        final RoceDatagram datagram,
        final TransportType transportType,
        final boolean isResponse,
        final GidEntry arrivedAt,
        final QpContext qp)
    {
        final QpType type = qp.type();
        if (transportType != type.transport())
        {
            return Fate.TRANSPORT_MISMATCH;
        }

        final Fate stateRefusal = checkState(qp.state(), isResponse);
        if (stateRefusal != null)
        {
            return stateRefusal;
        }

        if (!qp.isAt(arrivedAt))
        {
            return Fate.PORT_MISMATCH;
        }

        if (type.isConnected() && !qp.isPeer(datagram.envelope()))
        {
            return Fate.PEER_MISMATCH;
        }

        final RocePacket packet = datagram.packet();
        if (!PKey.matches(packet.bth().pKey(), qp.pKey()))
        {
            return Fate.P_KEY_MISMATCH;
        }

        return type == QpType.UD && packet.deth().qKey() != qp.qKey() ? Fate.Q_KEY_MISMATCH : null;
    }

    private static Fate checkState(final QpState state, final boolean isResponse)
    {
        return switch (state)
        {
            case RESET -> Fate.QP_STATE_RESET;
            case INIT -> Fate.QP_STATE_INIT;
            case RTR -> isResponse ? Fate.QP_STATE_RTR : null;
            // In SQE a response would have no place, but none comes: only UC and UD go there, they have no response
            // opcodes, and another service's has been turned away by now.
            case RTS, SQD, SQE -> null;
            case ERR -> Fate.QP_STATE_ERR;
        };
    }
}
