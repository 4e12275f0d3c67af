package io.roce.tools.pingpong;

import io.roce.nic.qp.QpType;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.tools.cli.Durations;

/**
 * Messages back and forth: the client sends one, the server answers, and each sends its next when it has an answer and
 * its last send is complete.
 */
final class Exchange
{
    /** So few receives are left when they are posted again. */
    private static final int FEW_RECEIVES = 1;

    private final PingpongPlan plan;
    private final LocalEnd end;
    private final WorkCompletion completion = new WorkCompletion();
    private int receivesLeft;
    private int posted;
    private int sent;
    private int received;
    private boolean isSendPending;
    private boolean isAnswered;

    Exchange(final PingpongPlan plan, final LocalEnd end)
    {
        this.plan = plan;
        this.end = end;
        receivesLeft = plan.rxDepth();
        isAnswered = !plan.isServer();
    }

    /** Plays until all is done or something failed. */
    ExchangeResult run()
    {
        final long startNs = System.nanoTime();
        long lastNs = startNs;
        String failure = null;
        sendIfDue();
        while (failure == null && (sent < plan.iters() || received < plan.iters()))
        {
            if (end.completions().await(completion, plan.timeoutNs()))
            {
                lastNs = System.nanoTime();
                failure = onCompletion();
            }
            else
            {
                failure = nothing();
            }
        }
        return new ExchangeResult(sent, received, lastNs - startNs, failure);
    }

    private String onCompletion()
    {
        final boolean isReceive = completion.wrId() == LocalEnd.RECV_WR_ID;
        if (completion.status() != WcStatus.SUCCESS)
        {
            final WcStatus status = completion.status();
            return "the " + (isReceive ? "receive" : "send") + iteration(isReceive ? received : sent) +
                " failed with " + status + " (" + status.number() + "). " + status.description();
        }
        final String failure = isReceive ? onReceived() : onSent();
        if (failure == null)
        {
            sendIfDue();
        }
        return failure;
    }

    private String onSent()
    {
        sent++;
        isSendPending = false;
        return null;
    }

    private String onReceived()
    {
        final int slot = end.receiveSlot(received);
        receivesLeft--;
        if (receivesLeft <= FEW_RECEIVES)
        {
            end.postReceives(plan.rxDepth() - receivesLeft);
            receivesLeft = plan.rxDepth();
        }
        final String wrong = wrong(slot);
        if (wrong != null)
        {
            return "the message" + iteration(received) + " is wrong: " + wrong;
        }
        received++;
        isAnswered = true;
        return null;
    }

    private String wrong(final int slot)
    {
        final long length = completion.byteLen() - plan.headroom();
        if (length != plan.size())
        {
            return "it has " + length + " bytes and not " + plan.size() + ", which --size must be for both ends";
        }
        if (!plan.isChecked())
        {
            return null;
        }
        return plan.isServer() ? end.memory().checkZeros(slot) : end.memory().compare(1 - slot, slot);
    }

    private void sendIfDue()
    {
        if (!isAnswered || isSendPending || posted == plan.iters())
        {
            return;
        }
        final int slot = plan.isServer() ? end.receiveSlot(posted) : 1 - end.receiveSlot(posted);
        if (!plan.isServer() && plan.isChecked())
        {
            end.memory().fill(slot, posted);
        }
        end.postSend(slot);
        posted++;
        isSendPending = true;
        isAnswered = false;
    }

    private String nothing()
    {
        return "nothing has come for " + Durations.format(plan.timeoutNs()) + iteration(received) + ": " +
            (plan.type() == QpType.RC ? "" : plan.type() + " sends nothing again, so a message was lost; or ") +
            "the peer has ended, or has another --iters";
    }

    private String iteration(final int done)
    {
        return " in iteration %,d of %,d".formatted(done + 1, plan.iters());
    }
}
