package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.Resources;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.SgeList;

import java.util.List;

/**
 * What a request to create queue pairs says of their work queues.
 *
 * @param pd     handle of the protection domain.
 * @param sendCq handle of the completion queue of send requests.
 * @param recvCq handle of that of receives.
 */
record ServiceRequest(int pd, int sendCq, int recvCq, QpCap cap, boolean isAllSignaled)
{
    static final String SEND_CQ = "send_cq";
    static final String RECV_CQ = "recv_cq";
    static final String CAP = "cap";
    static final String SQ_SIG_ALL = "sq_sig_all";

    /** Members of a create request; with none of them queue pairs are bare. */
    static final List<String> MEMBERS = List.of(PdResource.PD, SEND_CQ, RECV_CQ, CAP, SQ_SIG_ALL);

    static final String MAX_SEND_WR = "max_send_wr";
    static final String MAX_RECV_WR = "max_recv_wr";
    static final String MAX_SEND_SGE = "max_send_sge";
    static final String MAX_RECV_SGE = "max_recv_sge";
    static final String MAX_INLINE_DATA = "max_inline_data";

    /** Served queue pairs in one create. */
    static final int MAX_COUNT = 256;

    /** Of the queues that one create makes: more would keep the lane from its packets for too long. */
    static final long MAX_QUEUE_BYTES = 128 << 20;

    private static final List<String> CAP_MEMBERS =
        List.of(MAX_SEND_WR, MAX_RECV_WR, MAX_SEND_SGE, MAX_RECV_SGE, MAX_INLINE_DATA);

    /** What is not said: enough to try things out. */
    private static final QpCap CAP_DEFAULT = new QpCap(16, 16, 1, 1, 64);

    /** Null when queue pairs are to be bare. */
    static ServiceRequest of(final JsonBody body, final int count) throws Refusal
    {
        if (MEMBERS.stream().noneMatch(body::has))
        {
            return null;
        }
        final ServiceRequest request = new ServiceRequest(
            handle(body, PdResource.PD),
            handle(body, SEND_CQ),
            handle(body, RECV_CQ),
            body.has(CAP) ? cap(body.object(CAP, CAP_MEMBERS)) : CAP_DEFAULT,
            body.has(SQ_SIG_ALL) && body.flag(SQ_SIG_ALL));
        request.requireBounds(count);
        return request;
    }

    /** What it names. Lane thread. */
    QpInit init(final Resources resources) throws VerbsException
    {
        return new QpInit(
            resources.pds().get(pd),
            cap,
            isAllSignaled,
            resources.cqs().get(sendCq),
            resources.cqs().get(recvCq));
    }

    private void requireBounds(final int count) throws Refusal
    {
        if (count > MAX_COUNT)
        {
            throw VerbsRefusals.of(
                VerbsException.outOfRange("count", count, 1, MAX_COUNT, NumberForm.DECIMAL));
        }
        final long bytes = count * cap.queueBytes();
        if (bytes > MAX_QUEUE_BYTES)
        {
            throw VerbsRefusals.of(new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE,
                "cap comes to some %d bytes of work queues for %d queue pairs, above %d for one request".formatted(
                    bytes, count, MAX_QUEUE_BYTES))
                .with("field", CAP)
                .with("value", bytes)
                .with("max", MAX_QUEUE_BYTES));
        }
    }

    private static int handle(final JsonBody body, final String name) throws Refusal
    {
        return (int)body.integer(name, 1, Integer.MAX_VALUE, NumberForm.DECIMAL);
    }

    private static QpCap cap(final JsonBody cap) throws Refusal
    {
        return new QpCap(
            orDefault(cap, MAX_SEND_WR, QpCap.MAX_WR, CAP_DEFAULT.maxSendWr()),
            orDefault(cap, MAX_RECV_WR, QpCap.MAX_WR, CAP_DEFAULT.maxRecvWr()),
            orDefault(cap, MAX_SEND_SGE, SgeList.MAX_SGE, CAP_DEFAULT.maxSendSge()),
            orDefault(cap, MAX_RECV_SGE, SgeList.MAX_SGE, CAP_DEFAULT.maxRecvSge()),
            orDefault(cap, MAX_INLINE_DATA, QpCap.MAX_INLINE_DATA, CAP_DEFAULT.maxInlineData()));
    }

    private static int orDefault(final JsonBody cap, final String name, final int max, final int absent) throws Refusal
    {
        return cap.has(name) ? (int)cap.integer(name, 0, max, NumberForm.DECIMAL) : absent;
    }
}
