package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.work.QpCap;
import io.roce.wire.Qpn;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** How verbs of queue pairs are refused: code, sentence and fields of each case. */
final class Refusals
{
    /** Field that says when the same call can be done. */
    static final String RETRY_IN_MS = "retry_in_ms";

    private Refusals()
    {
    }

    static VerbsException tableFull(final String message, final int live, final int maxQps, final int count)
    {
        return new VerbsException(VerbsErrorCode.TABLE_FULL, "the table is full: " + message)
            .with("live", live)
            .with("max_qps", maxQps)
            .with("count", count);
    }

    /** @param bytesCommitted of the pages that there are. */
    static VerbsException noMemory(final int qpn, final long bytesCommitted)
    {
        return new VerbsException(
            VerbsErrorCode.NO_MEMORY,
            "%s is free, but there is no memory for its page of the table beyond %d bytes".formatted(
                Qpn.format(qpn), bytesCommitted))
            .with("qpn", qpn)
            .with("bytes_committed", bytesCommitted);
    }

    static VerbsException noMemoryToHold(final int qpn, final int quarantined)
    {
        return new VerbsException(
            VerbsErrorCode.NO_MEMORY,
            "%s cannot be destroyed now: there is no memory to hold back its number beside %d others".formatted(
                Qpn.format(qpn), quarantined))
            .with("qpn", qpn)
            .with("quarantined", quarantined);
    }

    static VerbsException noMemoryForQueues(final int count, final QpCap cap)
    {
        return new VerbsException(
            VerbsErrorCode.NO_MEMORY,
            "there is no memory for the work queues of %d queue pairs with %s".formatted(count, cap))
            .with("count", count)
            .with("max_send_wr", cap.maxSendWr())
            .with("max_recv_wr", cap.maxRecvWr());
    }

    /**
     * @param free      numbers that are free and have memory or can get it.
     * @param retryInNs until so many numbers have left the quarantine that the same call can be done.
     */
    static VerbsException quarantined(final int count, final int free, final int quarantined, final long retryInNs)
    {
        return new VerbsException(
            VerbsErrorCode.QPNS_QUARANTINED,
            "%d numbers asked for, %d free and %d in quarantine: there are enough in %d ms".formatted(
                count, free, quarantined, toMsRoundedUp(retryInNs)))
            .with(RETRY_IN_MS, toMsRoundedUp(retryInNs))
            .with("free", free)
            .with("quarantined", quarantined)
            .with("count", count);
    }

    /** The same of several lanes together. */
    static VerbsException quarantined(final List<QueuePairs> lanes, final int count, final long retryInNs)
    {
        return quarantined(
            count, lanes.stream().mapToInt(QueuePairs::free).sum(), held(lanes), retryInNs);
    }

    /** Several lanes have not enough numbers together, and will not have. */
    static VerbsException poolFull(final List<QueuePairs> lanes, final int count)
    {
        final LiveQps live = lanes.get(0).liveQps();
        final boolean isMemoryShort = lanes.stream().mapToInt(QueuePairs::free).sum() + held(lanes) <
            lanes.stream().mapToInt(QueuePairs::unused).sum();
        return tableFull(
            isMemoryShort ?
                "no memory for %d more in any of %d lanes".formatted(count, lanes.size()) :
                noRoom(
                    lanes.stream().mapToInt(lane -> lane.config().firstQpn()).min().orElseThrow(),
                    lanes.stream().mapToInt(lane -> lane.config().lastQpn()).max().orElseThrow(),
                    count),
            live.live(), live.max(), count);
    }

    static String noRoom(final int firstQpn, final int lastQpn, final int count)
    {
        return "the pool of numbers %s to %s has no room for %d more".formatted(
            Qpn.format(firstQpn), Qpn.format(lastQpn), count);
    }

    /** @param retryInMs until the first lane has them; {@link Long#MAX_VALUE} when none will have. */
    static VerbsException noLaneHasRun(final List<QueuePairs> lanes, final int count, final long retryInMs)
    {
        final LiveQps live = lanes.get(0).liveQps();
        final String what = "%d numbers in a row are one lane's, and none of the %d lanes has so many".formatted(
            count, lanes.size());
        if (retryInMs == Long.MAX_VALUE)
        {
            return tableFull(what, live.live(), live.max(), count);
        }
        return new VerbsException(
            VerbsErrorCode.QPNS_QUARANTINED, "%s free: one has in %d ms".formatted(what, retryInMs))
            .with(RETRY_IN_MS, retryInMs)
            .with("free", lanes.stream().mapToInt(QueuePairs::free).sum())
            .with("quarantined", held(lanes))
            .with("count", count);
    }

    private static int held(final List<QueuePairs> lanes)
    {
        return lanes.stream().mapToInt(QueuePairs::held).sum();
    }

    /** @param remainingNs as {@link #notLive}. */
    static VerbsException notFree(final int qpn, final QpnStatus status, final long remainingNs)
    {
        return new VerbsException(
            VerbsErrorCode.QPN_NOT_FREE,
            status == QpnStatus.LIVE ?
                "%s is the number of a live queue pair".formatted(Qpn.format(qpn)) :
                "%s is in quarantine %s".formatted(Qpn.format(qpn), duration(remainingNs)))
            .with("qpn", qpn)
            .with("status", status.name())
            .with("remaining_ms", remainingMs(remainingNs));
    }

    /** @param remainingNs until the number leaves the quarantine; 0 when it is in none, -1 when no time ends it. */
    static VerbsException notLive(final int qpn, final long remainingNs)
    {
        final boolean isQuarantined = remainingNs != 0;
        final QpnStatus status = isQuarantined ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
        return new VerbsException(
            isQuarantined ? VerbsErrorCode.QUARANTINED : VerbsErrorCode.UNALLOCATED,
            isQuarantined ?
                "%s was destroyed; its number is in quarantine %s".formatted(Qpn.format(qpn), duration(remainingNs)) :
                "%s names no queue pair".formatted(Qpn.format(qpn)))
            .with("qpn", qpn)
            .with("status", status.name())
            .with("remaining_ms", remainingMs(remainingNs));
    }

    static VerbsException resetHold(final int qpn, final long remainingNs)
    {
        return new VerbsException(
            VerbsErrorCode.RESET_HOLD,
            "%s must not leave RESET for another %d ms: its last peer may still transmit".formatted(
                Qpn.format(qpn), toMsRoundedUp(remainingNs)))
            .with("qpn", qpn)
            .with("remaining_ms", toMsRoundedUp(remainingNs));
    }

    private static String duration(final long remainingNs)
    {
        return remainingNs < 0 ?
            "until enough others have been handed out" :
            "for another %d ms".formatted(toMsRoundedUp(remainingNs));
    }

    private static Long remainingMs(final long remainingNs)
    {
        return remainingNs < 0 ? null : toMsRoundedUp(remainingNs);
    }

    /** Up, so that whoever waits that long does not come too early. */
    private static long toMsRoundedUp(final long ns)
    {
        final long ms = TimeUnit.NANOSECONDS.toMillis(ns);
        return TimeUnit.MILLISECONDS.toNanos(ms) == ns ? ms : ms + 1;
    }
}
