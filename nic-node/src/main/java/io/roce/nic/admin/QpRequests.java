package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.wire.Qpn;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The bodies that create and modify queue pairs. */
final class QpRequests
{
    /** Queue pairs in one create: about 20 MB of answer on its way, and well below a second of the lane's time. */
    static final int MAX_COUNT = 1 << 16;

    private static final String TYPE = "type";
    private static final String COUNT = "count";
    private static final String QPN = "qpn";
    private static final String CONTIGUOUS = "contiguous";
    private static final List<String> CREATE_MEMBERS = Stream
        .concat(Stream.of(TYPE, COUNT, QPN, CONTIGUOUS), ServiceRequest.MEMBERS.stream())
        .toList();

    private static final String STATE = "state";
    private static final String CUR_QP_STATE = "cur_qp_state";
    private static final List<String> MODIFY_MEMBERS = Stream
        .concat(
            Stream.of(STATE, CUR_QP_STATE, PeerTimers.TIMEOUT_LABEL, PeerTimers.RETRY_CNT_LABEL),
            Arrays.stream(QpAttribute.values()).map(QpAttribute::label))
        .toList();

    private QpRequests()
    {
    }

    /**
     * What is to be created.
     *
     * @param qpn     the number asked for; -1 for any.
     * @param service what they are served with; null when they are to be bare.
     */
    record Creation(QpType type, int count, int qpn, boolean isContiguous, ServiceRequest service)
    {
    }

    static Creation creation(final byte[] bytes) throws Refusal
    {
        final JsonBody body = JsonBody.read(bytes, CREATE_MEMBERS);
        final QpType type = body.constant(TYPE, QpType.class);
        final int count = body.has(COUNT) ? (int)body.integer(COUNT, 1, MAX_COUNT, NumberForm.DECIMAL) : 1;
        final int qpn = body.has(QPN) ? (int)body.integer(QPN, 0, Qpn.MASK, NumberForm.HEX_24) : -1;
        final boolean isContiguous = body.has(CONTIGUOUS) && body.flag(CONTIGUOUS);
        if (qpn >= 0 && count > 1)
        {
            throw new Refusal(
                AdminErrorCode.CONTRADICTION,
                "qpn asks for one number and count for " + count + "; give one of them")
                .with("field", COUNT)
                .with("value", count);
        }
        return new Creation(type, count, qpn, isContiguous, ServiceRequest.of(body, count));
    }

    static QpModification modification(final byte[] bytes) throws Refusal
    {
        final JsonBody body = JsonBody.read(bytes, MODIFY_MEMBERS);
        final QpAttributes attributes = new QpAttributes();
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (body.has(attribute.label()))
            {
                put(attributes, attribute, body);
            }
        }
        return new QpModification(
            body.has(STATE) ? body.constant(STATE, QpState.class) : null,
            body.has(CUR_QP_STATE) ? body.constant(CUR_QP_STATE, QpState.class) : null,
            attributes,
            body.has(PeerTimers.TIMEOUT_LABEL) || body.has(PeerTimers.RETRY_CNT_LABEL) ? peerTimers(body) : null);
    }

    /** Both or none: one says nothing without the other. */
    private static PeerTimers peerTimers(final JsonBody body) throws Refusal
    {
        final QpAttribute timeout = QpAttribute.TIMEOUT;
        final QpAttribute retryCnt = QpAttribute.RETRY_CNT;
        return new PeerTimers(
            (int)body.integer(PeerTimers.TIMEOUT_LABEL, timeout.min(), timeout.max(), timeout.form()),
            (int)body.integer(PeerTimers.RETRY_CNT_LABEL, PeerTimers.FOR_EVER, retryCnt.max(), retryCnt.form()));
    }

    private static void put(final QpAttributes attributes, final QpAttribute attribute, final JsonBody body)
        throws Refusal
    {
        final String name = attribute.label();
        switch (attribute)
        {
            case DGID -> attributes.dgid(body.address(name));
            case QP_ACCESS_FLAGS -> attributes.put(
                attribute,
                body.constants(name, AccessFlag.class).stream().mapToInt(AccessFlag::bit).sum());
            default -> attributes.put(attribute, integer(attribute, body));
        }
    }

    /** Where the ports bound it, modify knows them. */
    private static long integer(final QpAttribute attribute, final JsonBody body) throws Refusal
    {
        return attribute.isBoundByPorts() ?
            body.longInteger(attribute.label(), attribute.min(), attribute.max(), attribute.form()) :
            body.integer(attribute.label(), attribute.min(), attribute.max(), attribute.form());
    }
}
