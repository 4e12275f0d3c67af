package io.roce.nic.link;

import io.netty.channel.EventLoop;

import java.io.IOException;

/**
 * One address: sends from it from when it is opened, and delivers what arrives there to a {@link DatagramHandler} from
 * when it is started, until it is closed.
 */
public interface Link extends Egress, AutoCloseable
{
    /**
     * Begins to deliver. On the link's event loop, once.
     *
     * @param batches is told before some datagrams are delivered and after, and when there is room again for what is to
     *                be sent.
     */
    void start(DatagramHandler handler, BatchListener batches);

    /** What the link is and can do. On the link's event loop. */
    LinkFigures figures();

    /**
     * Datagrams that the system dropped before the link saw them; -1 where it does not say. Asks the system, which may
     * take a while: from any thread, and not from the event loop.
     */
    long kernelDrops();

    /** What has been sent, and what has not. On the link's event loop. */
    EgressFigures egressFigures();

    /**
     * Stops delivery and gives the address back: at the latest when the event loop has ended, if this was called on it.
     * Closing again does nothing.
     */
    @Override
    void close();

    /** Opens the link of an address once there is an event loop for it. */
    @FunctionalInterface
    interface Opener
    {
        /**
         * Opens the link; called from another thread than the event loop's.
         *
         * @throws IOException when the address cannot be had; nothing is left open.
         */
        Link open(GidEntry gid, EventLoop eventLoop) throws IOException;
    }
}
