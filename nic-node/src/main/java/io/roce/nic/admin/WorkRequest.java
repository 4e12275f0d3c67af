package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;

/** One work request of a body. */
interface WorkRequest
{
    /** What leads to it in the body, in front of its members' names. */
    String path();

    /** Refuses what {@link #post} would; nothing is posted. Lane thread. */
    void require(QpQueues queues) throws VerbsException, Refusal;

    /** False when the queue is full. Lane thread. */
    boolean post(QpQueues queues) throws VerbsException;

    /**
     * A send request.
     *
     * @param hasDestination whether it says where to.
     */
    record Send(String path, SendWr wr, boolean hasDestination) implements WorkRequest
    {
        @Override
        public void require(final QpQueues queues) throws VerbsException, Refusal
        {
            requireDestination(queues.type());
            queues.requireSend(wr);
        }

        @Override
        public boolean post(final QpQueues queues) throws VerbsException
        {
            return queues.postSend(wr);
        }

        private void requireDestination(final QpType type) throws Refusal
        {
            final String field = path + WorkRequests.DGID;
            if (type == QpType.UD && !hasDestination)
            {
                throw new Refusal(
                    AdminErrorCode.MISSING,
                    field + " must be given, with remote_qpn and remote_qkey: the queue pair is UD")
                    .with("field", field);
            }
            if (type != QpType.UD && hasDestination)
            {
                throw new Refusal(
                    AdminErrorCode.CONTRADICTION,
                    field + ", remote_qpn, remote_qkey and sgid_index are of UD: the queue pair is " + type +
                        ", which has its peer from its attributes")
                    .with("field", field);
            }
        }
    }

    /** A receive. */
    record Recv(String path, RecvWr wr) implements WorkRequest
    {
        @Override
        public void require(final QpQueues queues) throws VerbsException
        {
            queues.requireRecv(wr);
        }

        @Override
        public boolean post(final QpQueues queues) throws VerbsException
        {
            return queues.postRecv(wr);
        }
    }
}
