package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.WorkCompletion;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;


/**
 * Receives what {@link BandwidthRun} sends with SEND, until the line says how many there were and all are there or no
 * more come.
 */
final class ReceiveRun implements ServingRun
{
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final PhaseEnd end;
    private final Verification verification = new Verification();
    private final long[] received;
    private long count;

    /** Posts its receives. */
    ReceiveRun(final PhaseEnd end)
    {
        this.end = end;
        received = new long[end.layout().qps()];
        end.qps().postAllRecvs();
    }

    @Override
    public JsonNode run()
    {
        JsonNode last = null;
        while (last == null)
        {
            if (!receive(LOOK_NS))
            {
                last = end.line().poll();
            }
        }
        final long sent = Arrays.stream(PerfLines.messages(last, end.layout().qps())).sum();
        while (count < sent && receive(EndReading.QUIET_NS))
        {
            continue;
        }
        return last;
    }

    @Override
    public long received()
    {
        return count;
    }

    @Override
    public Verification verify(final JsonNode last)
    {
        return verification;
    }

    private boolean receive(final long timeoutNs)
    {
        if (!end.completions().await(end.qps().receives(), timeoutNs))
        {
            return false;
        }
        final WorkCompletion completion = end.completions().completion();
        final int qp = (int)completion.wrId();
        if (end.isVerified())
        {
            verify(qp, completion.byteLen() == end.layout().headroom() + end.size());
        }
        end.qps().postRecv(qp, received[qp]);
        received[qp]++;
        count++;
        return true;
    }

    /** Where messages may be lost, it is the message that says which one it is, if it is long enough to. */
    private void verify(final int qp, final boolean isWholeLength)
    {
        final int offset = end.layout().in(qp, received[qp]) + end.layout().headroom();
        final boolean isReliable = end.plan().connection() == QpType.RC;
        if (isReliable || end.size() >= Long.BYTES)
        {
            final long number = isReliable ? received[qp] : MessageContent.number(end.memory(), offset);
            verification.add(isWholeLength && MessageContent.isWhole(end.memory(), offset, end.size(), qp, number));
        }
    }
}
