package io.roce.nic.admin;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;

/**
 * The stream of one client. One event at the most is on its way to it, whose bytes are all clients'. Those that are
 * made meanwhile it does not get, so a slow client sees fewer of them. One that takes nothing is dropped after so many;
 * until then it costs an event, and what the system holds for it. Admin loop only.
 */
final class EventStream
{
    /** Some 10 s: longer than a laptop takes to find its network again. */
    static final int MAX_MISSED = 20;

    /** What the system holds for a client, in place of some megabytes of events that are old by then. */
    private static final int SEND_BUFFER_BYTES = 1 << 16;

    private final Channel channel;
    private boolean isTaking;

    /** Events since the one that is on its way. */
    private int missed;

    EventStream(final Channel channel)
    {
        this.channel = channel;
        channel.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
    }

    /** Sends the event unless another one is on its way; false when the client has been dropped over it. */
    boolean send(final ByteBuf event)
    {
        if (!isTaking)
        {
            isTaking = true;
            missed = 0;
            channel.writeAndFlush(new DefaultHttpContent(event.retainedDuplicate()))
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE)
                .addListener(taken -> isTaking = false);
            return true;
        }

        missed++;
        if (missed < MAX_MISSED)
        {
            return true;
        }
        channel.close();
        return false;
    }

    /** Sends the last event, if there is room for it, and closes the connection. */
    void end(final ByteBuf event)
    {
        if (isTaking)
        {
            channel.close();
            return;
        }
        channel.writeAndFlush(new DefaultLastHttpContent(event.retainedDuplicate()))
            .addListener(ChannelFutureListener.CLOSE);
    }
}
