package io.roce.nic.admin;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Passes on one message for each read that is asked for, and holds the others back: a decoder makes as many as it finds
 * in what arrived. The connection itself is only read when a message is wanted and none is held, so no more is held
 * than one read brings. For channels without automatic reads. Admin loop only.
 */
final class OneByOneHandler extends ChannelDuplexHandler
{
    private final Queue<Object> held = new ArrayDeque<>();
    private boolean isWanted;
    private boolean isPassing;

    @Override
    public void read(final ChannelHandlerContext ctx)
    {
        isWanted = true;
        if (!isPassing)
        {
            pass(ctx);
            readIfWanted(ctx);
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext ctx, final Object message)
    {
        held.add(message);
        if (!isPassing)
        {
            pass(ctx);
        }
    }

    /** What arrived was not enough: only now is that known, since the decoder's messages come one after the other. */
    @Override
    public void channelReadComplete(final ChannelHandlerContext ctx)
    {
        readIfWanted(ctx);
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx)
    {
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        ctx.fireChannelInactive();
    }

    /** A read that is asked for while a message is taken is served by the loop, so small messages do not nest. */
    private void pass(final ChannelHandlerContext ctx)
    {
        isPassing = true;
        while (isWanted && !held.isEmpty())
        {
            isWanted = false;
            ctx.fireChannelRead(held.remove());
        }
        isPassing = false;
    }

    private void readIfWanted(final ChannelHandlerContext ctx)
    {
        if (isWanted)
        {
            ctx.read();
        }
    }
}
