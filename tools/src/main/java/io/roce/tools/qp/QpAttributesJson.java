package io.roce.tools.qp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpState;

/** The transitions of a queue pair with the attributes that they need, as the admin API takes them. */
final class QpAttributesJson
{
    private QpAttributesJson()
    {
    }

    /** A transition that needs no attributes. */
    static ObjectNode state(final QpState state)
    {
        return JsonNodeFactory.instance.objectNode().put("state", state.name());
    }

    /** The transition to INIT, RTR or RTS. */
    static ObjectNode of(final QpPlan plan, final QpState state)
    {
        final PairSteps steps = new PairSteps(plan.type(), plan.pathMtu());
        return switch (state)
        {
            case INIT -> plan.type().isConnected() ? steps.init() : datagramInit(plan);
            case RTR -> plan.type().isConnected() ?
                steps.readyToReceive(plan.peer(), plan.peerQpn(), plan.rqPsn()) : state(state);
            case RTS -> steps.readyToSend(plan.sqPsn());
            default -> throw new IllegalArgumentException("not on the way up: " + state);
        };
    }

    private static ObjectNode datagramInit(final QpPlan plan)
    {
        return state(QpState.INIT)
            .put(QpAttribute.PKEY_INDEX.label(), 0)
            .put(QpAttribute.PORT_NUM.label(), 1)
            .put(QpAttribute.QKEY.label(), plan.qKey());
    }
}
