package io.roce.tools.pingpong;

import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvWr;

import java.time.Duration;

/**
 * What is to be played.
 *
 * @param isServer  the client has the first message.
 * @param gid       port and address of this end.
 * @param pathMtu   of no meaning for UD, whose messages are one packet each.
 * @param qpTimeout code of the time after which what was not acknowledged is sent again; RC.
 * @param size      of a message in bytes.
 * @param rxDepth   receives that are posted at a time.
 * @param iters     messages each way.
 * @param isChecked whether what is received is validated.
 * @param spin      how long a wait for a completion looks before it sleeps.
 * @param timeout   how long nothing may happen; 0 for ever.
 */
record PingpongPlan(
    QpType type,
    boolean isServer,
    GidEntry gid,
    int pathMtu,
    int qpTimeout,
    int size,
    int rxDepth,
    int iters,
    boolean isChecked,
    Duration spin,
    Duration timeout)
{
    /** Bytes in front of a received message. */
    int headroom()
    {
        return type == QpType.UD ? RecvWr.GRH_LENGTH : 0;
    }

    /** For waits: as long as there is where nothing ends them. */
    long timeoutNs()
    {
        return timeout.isZero() ? Long.MAX_VALUE : timeout.toNanos();
    }
}
