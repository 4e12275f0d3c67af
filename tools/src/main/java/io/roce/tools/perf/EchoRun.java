package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.concurrent.TimeUnit;


/** The other side of {@link PingPongRun}: each message is sent back, until the line says that it was the last. */
final class EchoRun implements ServingRun
{
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final PhaseEnd end;
    private final Incoming incoming;
    private final Verification verification = new Verification();

    /** Posts its receives. */
    EchoRun(final PhaseEnd end)
    {
        this.end = end;
        incoming = new Incoming(end);
    }

    @Override
    public JsonNode run()
    {
        JsonNode last = null;
        while (last == null)
        {
            if (incoming.await(LOOK_NS))
            {
                echo();
            }
            else
            {
                last = end.line().poll();
            }
        }
        return last;
    }

    @Override
    public long received()
    {
        return incoming.received();
    }

    @Override
    public Verification verify(final JsonNode last)
    {
        return verification;
    }

    private void echo()
    {
        final int out = end.layout().out(0, 0);
        if (end.isVerified())
        {
            verification.add(incoming.isWhole());
            MessageContent.fill(end.memory(), out, end.size(), 0, incoming.number());
        }
        else
        {
            MessageContent.mark(end.memory(), out, end.size(), incoming.number());
        }
        incoming.release();
        end.qps().post(0, incoming.received());
        end.completions().await(end.qps().sends());
    }
}
