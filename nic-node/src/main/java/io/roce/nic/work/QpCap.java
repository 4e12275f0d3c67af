package io.roce.nic.work;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;

import org.agrona.BitUtil;

/**
 * How much can be posted to a queue pair; fields as of {@code ibv_qp_cap}. What is asked for is what there is.
 *
 * @param maxSendWr     send requests that are not complete, 0 to {@link #MAX_WR}.
 * @param maxRecvWr     receives that are not complete, 0 to {@link #MAX_WR}.
 * @param maxSendSge    entries of a send request, 0 to {@link SgeList#MAX_SGE}.
 * @param maxRecvSge    entries of a receive, 0 to {@link SgeList#MAX_SGE}.
 * @param maxInlineData bytes that a send request can carry itself, 0 to {@link #MAX_INLINE_DATA}.
 */
public record QpCap(int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData)
{
    public static final int MAX_WR = 32_768;
    public static final int MAX_INLINE_DATA = 1_024;

    /** What objects and array headers of an entry come to, with references of 4 bytes. */
    private static final long SEND_WQE_BYTES = 264;
    private static final long RECV_WQE_BYTES = 136;
    private static final int SGE_BYTES = 2 * Long.BYTES + Integer.BYTES;

    /** About how many bytes of the heap the queues take, however much is posted. */
    public long queueBytes()
    {
        return slots(maxSendWr) * (SEND_WQE_BYTES + maxInlineData + (long)maxSendSge * SGE_BYTES) +
            slots(maxRecvWr) * (RECV_WQE_BYTES + (long)maxRecvSge * SGE_BYTES);
    }

    /** Refuses what is out of range. */
    public void require() throws VerbsException
    {
        require("max_send_wr", maxSendWr, MAX_WR);
        require("max_recv_wr", maxRecvWr, MAX_WR);
        require("max_send_sge", maxSendSge, SgeList.MAX_SGE);
        require("max_recv_sge", maxRecvSge, SgeList.MAX_SGE);
        require("max_inline_data", maxInlineData, MAX_INLINE_DATA);
    }

    private static long slots(final int wrs)
    {
        return BitUtil.findNextPositivePowerOfTwo(Math.max(1, wrs));
    }

    private static void require(final String field, final int value, final int max) throws VerbsException
    {
        if (value < 0 || value > max)
        {
            throw VerbsException.outOfRange(field, value, 0, max, NumberForm.DECIMAL);
        }
    }
}
