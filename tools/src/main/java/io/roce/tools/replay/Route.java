package io.roce.tools.replay;

import io.roce.nic.link.SendRefusals;
import io.roce.tools.send.PacketSink;
import io.roce.wire.capture.RoceFrame;

import java.net.InetSocketAddress;

/** The way of packets from one address to another. Not thread-safe. */
public final class Route
{
    private final InetSocketAddress from;
    private final Target target;
    private final PacketRewriter rewriter;
    private final PacketSink sink;
    private int length;
    private long added;

    /**
     * @param from     where the sink sends from, port included.
     * @param rewriter makes packets for these addresses.
     */
    public Route(
        final InetSocketAddress from, final Target target, final PacketRewriter rewriter, final PacketSink sink)
    {
        this.from = from;
        this.target = target;
        this.rewriter = rewriter;
        this.sink = sink;
    }

    InetSocketAddress from()
    {
        return from;
    }

    Target target()
    {
        return target;
    }

    PacketRewriter rewriter()
    {
        return rewriter;
    }

    /** How many packets went this way, or are about to. */
    long sent()
    {
        return added - sink.refusals().count();
    }

    /** What the system has not let go this way. */
    SendRefusals refusals()
    {
        return sink.refusals();
    }

    /** Makes of a recorded packet the one to be sent. */
    void prepare(final RoceFrame frame)
    {
        length = rewriter.rewrite(frame);
    }

    /** Takes the packet that was prepared last, which leaves at the latest with {@link #flush}. */
    void add()
    {
        sink.add(rewriter.array(), rewriter.offset(), length);
        added++;
    }

    /** Lets leave what waits. */
    void flush()
    {
        sink.flush();
    }
}
