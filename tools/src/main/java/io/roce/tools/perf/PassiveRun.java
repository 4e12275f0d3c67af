package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.QpType;


/** WRITEs, READs and atomics, which the adapter serves by itself: only the memory is looked at, before and after. */
final class PassiveRun implements ServingRun
{
    private final PhaseEnd end;

    /** Makes the memory what is expected of it. */
    PassiveRun(final PhaseEnd end)
    {
        this.end = end;
        if (end.isVerified() && end.plan().op().isFetch())
        {
            FetchedContent.prepare(end);
        }
        else if (end.isVerified())
        {
            end.memory().setMemory(0, end.memory().capacity(), (byte)0);
        }
    }

    @Override
    public JsonNode run()
    {
        return end.line().await(Long.MAX_VALUE);
    }

    @Override
    public Verification verify(final JsonNode last)
    {
        final Verification verification = new Verification();
        final long[] messages = PerfLines.messages(last, end.layout().qps());
        for (int qp = 0; qp < end.layout().qps() && end.isVerified(); qp++)
        {
            if (end.plan().op().opcode().isAtomic())
            {
                verification.add(end.memory().getLong(end.layout().in(qp, 0)) == messages[qp]);
            }
            else if (end.plan().op() == PerfOp.WRITE)
            {
                verifyWritten(qp, messages[qp], verification);
            }
        }
        return verification;
    }

    @Override
    public long received()
    {
        return ServedPhase.UNKNOWN;
    }

    /** The last message of each place. Over UC it may be missing, or be there in part. */
    private void verifyWritten(final int qp, final long messages, final Verification verification)
    {
        for (long number = Math.max(0, messages - end.layout().inSlots()); number < messages; number++)
        {
            final boolean isWhole =
                MessageContent.isWhole(end.memory(), end.layout().in(qp, number), end.size(), qp, number);
            if (isWhole || end.plan().connection() == QpType.RC)
            {
                verification.add(isWhole);
            }
        }
    }
}
