package io.roce.tools.replay;

import io.roce.tools.send.PacketSink;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The way of packets from one address to another. Not thread-safe. */
public final class Route
{
    private final InetSocketAddress from;
    private final Target target;
    private final PacketRewriter rewriter;
    private final PacketSink sink;
    private int length;
    private long sent;

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

    /** How many packets went this way. */
    long sent()
    {
        return sent;
    }

    /** Makes of a recorded packet the one to be sent. */
    void prepare(final RoceFrame frame)
    {
        length = rewriter.rewrite(frame);
    }

    /** Sends the packet that was prepared last. */
    void send() throws IOException
    {
        sink.send(rewriter.array(), rewriter.offset(), length);
        sent++;
        target.node().onSent();
    }
}
