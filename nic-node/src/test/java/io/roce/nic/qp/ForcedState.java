package io.roce.nic.qp;

/** Puts a queue pair in a state that no verb takes it to, such as SQE. */
public final class ForcedState
{
    private ForcedState()
    {
    }

    public static void force(final QpContext qp, final QpState state)
    {
        qp.apply(state, new QpAttributes());
    }
}
