package io.roce.tools.qp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;

import java.net.InetAddress;

/** What brings one queue pair of a connected pair from RESET to RTS: one request for each state. */
public final class PairSteps
{
    private static final int PORT = 1;
    private static final int RD_ATOMICS = 16;

    /** 0.64 ms. */
    private static final int MIN_RNR_TIMER = 12;

    /** 4.096 us times 2^14 is 67 ms. */
    private static final int TIMEOUT = 14;

    /** The largest number that the field holds; for RNR NAKs it is without end. */
    private static final int RETRIES = 7;

    private final QpType type;
    private final int pathMtu;

    /** For RC or UC. */
    public PairSteps(final QpType type, final int pathMtu)
    {
        this.type = type;
        this.pathMtu = pathMtu;
    }

    public ObjectNode init()
    {
        final ObjectNode body = to(QpState.INIT);
        put(body, QpAttribute.PKEY_INDEX, 0);
        put(body, QpAttribute.PORT_NUM, PORT);
        body.set(
            QpAttribute.QP_ACCESS_FLAGS.label(),
            AttributeText.parse(
                QpAttribute.QP_ACCESS_FLAGS,
                type == QpType.RC ? "REMOTE_WRITE,REMOTE_READ,REMOTE_ATOMIC" : "REMOTE_WRITE"));
        return body;
    }

    public ObjectNode readyToReceive(final InetAddress peer, final int destQpNum, final int rqPsn)
    {
        final ObjectNode body = to(QpState.RTR);
        body.put(QpAttribute.DGID.label(), Addresses.format(peer));
        put(body, QpAttribute.PATH_MTU, pathMtu);
        put(body, QpAttribute.DEST_QP_NUM, destQpNum);
        put(body, QpAttribute.RQ_PSN, rqPsn);
        if (type == QpType.RC)
        {
            put(body, QpAttribute.MAX_DEST_RD_ATOMIC, RD_ATOMICS);
            put(body, QpAttribute.MIN_RNR_TIMER, MIN_RNR_TIMER);
        }
        return body;
    }

    public ObjectNode readyToSend(final int sqPsn)
    {
        final ObjectNode body = to(QpState.RTS);
        put(body, QpAttribute.SQ_PSN, sqPsn);
        if (type == QpType.RC)
        {
            put(body, QpAttribute.TIMEOUT, TIMEOUT);
            put(body, QpAttribute.RETRY_CNT, RETRIES);
            put(body, QpAttribute.RNR_RETRY, RETRIES);
            put(body, QpAttribute.MAX_RD_ATOMIC, RD_ATOMICS);
        }
        return body;
    }

    private static ObjectNode to(final QpState state)
    {
        return Json.object().put("state", state.name());
    }

    private static void put(final ObjectNode body, final QpAttribute attribute, final int value)
    {
        body.put(attribute.label(), value);
    }
}
