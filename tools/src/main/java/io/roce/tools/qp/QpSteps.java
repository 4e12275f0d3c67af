package io.roce.tools.qp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;

/** What brings a queue pair from RESET to RTS: one request for each state, with the attributes that its type needs. */
final class QpSteps
{
    private static final int RD_ATOMICS = 16;

    /** 0.64 ms. */
    private static final int MIN_RNR_TIMER = 12;

    /** Without end. */
    private static final int RNR_RETRIES = 7;

    private QpSteps()
    {
    }

    /** A transition that needs no attributes. */
    static ObjectNode state(final QpState state)
    {
        return Json.object().put("state", state.name());
    }

    /** The transition to INIT, RTR or RTS of a queue pair at an address of the node. */
    static ObjectNode to(final QpState state, final QpPlan plan, final DataAddress at)
    {
        final ObjectNode body = state(state);
        switch (state)
        {
            case INIT -> putInit(body, plan, at);
            case RTR -> putReadyToReceive(body, plan, at);
            case RTS -> putReadyToSend(body, plan);
            default -> throw new IllegalArgumentException("not on the way up: " + state);
        }
        return body;
    }

    private static void putInit(final ObjectNode body, final QpPlan plan, final DataAddress at)
    {
        put(body, QpAttribute.PKEY_INDEX, at.pKeyIndex());
        put(body, QpAttribute.PORT_NUM, at.portNum());
        if (!plan.type().isConnected())
        {
            put(body, QpAttribute.QKEY, plan.qKey());
            return;
        }
        final ArrayNode flags = body.putArray(QpAttribute.QP_ACCESS_FLAGS.label());
        flags.add(AccessFlag.REMOTE_WRITE.name());
        if (plan.type() == QpType.RC)
        {
            flags.add(AccessFlag.REMOTE_READ.name()).add(AccessFlag.REMOTE_ATOMIC.name());
        }
    }

    private static void putReadyToReceive(final ObjectNode body, final QpPlan plan, final DataAddress at)
    {
        if (!plan.type().isConnected())
        {
            return;
        }
        body.put(QpAttribute.DGID.label(), Addresses.format(plan.peer()));
        put(body, QpAttribute.SGID_INDEX, at.sgidIndex());
        put(body, QpAttribute.PATH_MTU, plan.pathMtu());
        put(body, QpAttribute.DEST_QP_NUM, plan.peerQpn());
        put(body, QpAttribute.RQ_PSN, plan.rqPsn());
        if (plan.type() == QpType.RC)
        {
            put(body, QpAttribute.MAX_DEST_RD_ATOMIC, RD_ATOMICS);
            put(body, QpAttribute.MIN_RNR_TIMER, MIN_RNR_TIMER);
            putPeerTimers(body, plan.peerTimers());
        }
    }

    private static void putPeerTimers(final ObjectNode body, final AckTimers timers)
    {
        if (timers != null)
        {
            body.put(PeerTimers.TIMEOUT_LABEL, timers.timeout()).put(PeerTimers.RETRY_CNT_LABEL, timers.retryCnt());
        }
    }

    private static void putReadyToSend(final ObjectNode body, final QpPlan plan)
    {
        put(body, QpAttribute.SQ_PSN, plan.sqPsn());
        if (plan.type() == QpType.RC)
        {
            put(body, QpAttribute.TIMEOUT, plan.timers().timeout());
            put(body, QpAttribute.RETRY_CNT, plan.timers().retryCnt());
            put(body, QpAttribute.RNR_RETRY, RNR_RETRIES);
            put(body, QpAttribute.MAX_RD_ATOMIC, RD_ATOMICS);
        }
    }

    private static void put(final ObjectNode body, final QpAttribute attribute, final long value)
    {
        body.put(attribute.label(), value);
    }
}
