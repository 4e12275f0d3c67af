package io.roce.nic.transport;

import io.roce.nic.work.QpCap;

/**
 * What a queue pair is served with and how much is posted to it, at one moment, for other threads.
 *
 * @param pd            handle of its protection domain.
 * @param sendCq        handle of the completion queue of send requests.
 * @param recvCq        handle of that of receives.
 * @param cap           how much can be posted.
 * @param isAllSignaled whether every send request is signaled.
 * @param sends         send requests that are not complete.
 * @param unsent        those of them that were not sent yet, or have to be sent again.
 * @param receives      receives that are not complete.
 */
public record QpService(
    int pd, int sendCq, int recvCq, QpCap cap, boolean isAllSignaled, int sends, int unsent, int receives)
{
}
