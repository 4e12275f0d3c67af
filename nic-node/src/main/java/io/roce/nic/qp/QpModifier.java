package io.roce.nic.qp;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Modify: the request is checked whole against the transition table and every range, and only then done. */
public final class QpModifier
{
    private static final Set<QpState> CONNECTED = EnumSet.of(QpState.RTR, QpState.RTS, QpState.SQD);

    private final Ports ports;
    private final PortCheck portCheck;

    /** @param ports those that queue pairs may be at. */
    public QpModifier(final Ports ports)
    {
        this.ports = ports;
        portCheck = new PortCheck(ports);
    }

    /** Modifies a live queue pair. When it throws, the record is unchanged to the last byte. */
    public void modify(final QpContext context, final QpModification modification) throws VerbsException
    {
        final QpState current = context.state();
        final QpState next = modification.next() == null ? current : modification.next();
        final QpTransition transition = QpTransitions.find(context.type(), current, next);
        if (transition == null)
        {
            throw illegalTransition(context, next, "%s queue pairs do not go from %s to %s".formatted(
                context.type(), current, next));
        }

        if (context.isSqDraining() && next != QpState.ERR)
        {
            throw new VerbsException(
                VerbsErrorCode.SQ_DRAINING,
                "%s is in SQD and its send queue still drains: until it has, it goes to ERR alone, not to %s".formatted(
                    Qpn.format(context.qpn()), next))
                .with("current", current.name())
                .with("next", next.name())
                .with("type", context.type().name())
                .with("allowed", List.of(QpState.ERR.name()));
        }

        requireAttributes(transition, modification, context, next);
        if (modification.current() != null && modification.current() != current)
        {
            throw illegalTransition(context, next, "cur_qp_state says %s, but the queue pair is in %s".formatted(
                modification.current(), current)).with("cur_qp_state", modification.current().name());
        }

        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (modification.attributes().has(attribute))
            {
                requireRange(attribute, modification.attributes());
            }
        }

        if (modification.peerTimers() != null)
        {
            requireRange(modification.peerTimers());
        }

        if (modification.next() == QpState.RESET)
        {
            context.reset();
        }
        else if (next != QpState.RESET)
        {
            // In RESET there is no port, and nothing to be set.
            portCheck.require(context, modification.attributes());
            apply(context, next, modification);
        }
    }

    private void apply(final QpContext context, final QpState next, final QpModification modification)
    {
        context.apply(next, modification.attributes());
        // Each time: another port has another table.
        final Port port = ports.get((int)context.value(QpAttribute.PORT_NUM));
        context.pKey(port.pKeys().get((int)context.value(QpAttribute.PKEY_INDEX)));
        if (modification.peerTimers() != null)
        {
            context.peerTimers(modification.peerTimers());
        }
    }

    private static VerbsException illegalTransition(
        final QpContext context, final QpState next, final String message)
    {
        return new VerbsException(VerbsErrorCode.ILLEGAL_TRANSITION, message)
            .with("current", context.state().name())
            .with("next", next.name())
            .with("type", context.type().name())
            .with("allowed", QpTransitions.allowedNext(context.type(), context.state()));
    }

    private static void requireAttributes(
        final QpTransition transition, final QpModification modification, final QpContext context, final QpState next)
        throws VerbsException
    {
        if (transition.isSatisfiedBy(modification) &&
            (modification.peerTimers() == null || hasPeerTimers(context.type(), next)))
        {
            return;
        }

        final List<String> missing = transition.missing(modification);
        final List<String> forbidden = new ArrayList<>(transition.forbidden(modification));
        if (modification.peerTimers() != null && !hasPeerTimers(context.type(), next))
        {
            forbidden.addAll(List.of(PeerTimers.TIMEOUT_LABEL, PeerTimers.RETRY_CNT_LABEL));
        }
        if (!missing.isEmpty() || !forbidden.isEmpty())
        {
            final String refused = "%s from %s to %s:".formatted(context.type(), context.state(), next) +
                (missing.isEmpty() ? "" : " needs " + String.join(", ", missing)) +
                (missing.isEmpty() || forbidden.isEmpty() ? "" : ";") +
                (forbidden.isEmpty() ? "" : " does not take " + String.join(", ", forbidden));
            throw new VerbsException(VerbsErrorCode.ILLEGAL_ATTRIBUTES, refused)
                .with("current", context.state().name())
                .with("next", next.name())
                .with("missing", missing)
                .with("forbidden", forbidden);
        }
    }

    /** Whether there is a peer that transmits again what is not answered. */
    private static boolean hasPeerTimers(final QpType type, final QpState next)
    {
        return type == QpType.RC && CONNECTED.contains(next);
    }

    private static void requireRange(final PeerTimers timers) throws VerbsException
    {
        requireRange(PeerTimers.TIMEOUT_LABEL, timers.timeout(), 0, QpAttribute.TIMEOUT.max());
        requireRange(
            PeerTimers.RETRY_CNT_LABEL, timers.retryCnt(), PeerTimers.FOR_EVER, QpAttribute.RETRY_CNT.max());
    }

    private static void requireRange(final String field, final long value, final long min, final long max)
        throws VerbsException
    {
        if (value < min || value > max)
        {
            throw VerbsException.outOfRange(field, value, min, max, NumberForm.DECIMAL);
        }
    }

    /** As far as it does not depend on the ports. */
    private static void requireRange(final QpAttribute attribute, final QpAttributes attributes) throws VerbsException
    {
        if (attribute == QpAttribute.DGID || attribute.isBoundByPorts())
        {
            return;
        }

        final long value = attributes.value(attribute);
        if (attribute == QpAttribute.PATH_MTU && Port.MTUS.stream().noneMatch(mtu -> mtu == value))
        {
            throw VerbsException.notAllowed(
                attribute.label(), value, Port.MTUS.stream().map(String::valueOf).toList());
        }

        if (value < attribute.min() || value > attribute.max())
        {
            throw VerbsException.outOfRange(
                attribute.label(), value, attribute.min(), attribute.max(), attribute.form());
        }
    }
}
