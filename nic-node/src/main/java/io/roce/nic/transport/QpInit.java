package io.roce.nic.transport;

import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;

import java.util.Objects;

/**
 * What a queue pair is served with; fields as of {@code ibv_qp_init_attr}.
 *
 * @param pd            its protection domain.
 * @param cap           how much can be posted.
 * @param isAllSignaled every send request is signaled, as {@code sq_sig_all} says.
 * @param sendCq        where send requests complete.
 * @param recvCq        where receives complete; may be the same.
 */
public record QpInit(
    ProtectionDomain pd, QpCap cap, boolean isAllSignaled, CompletionQueue sendCq, CompletionQueue recvCq)
{
    public QpInit
    {
        Objects.requireNonNull(pd, "pd");
        Objects.requireNonNull(cap, "cap");
        Objects.requireNonNull(sendCq, "sendCq");
        Objects.requireNonNull(recvCq, "recvCq");
    }
}
