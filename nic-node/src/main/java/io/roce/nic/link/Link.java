package io.roce.nic.link;

import io.netty.channel.EventLoop;

import java.io.IOException;

/** Delivers datagrams to a {@link DatagramHandler} from when it is opened until it is closed. */
public interface Link extends AutoCloseable
{
    /** What the link is and can do. On the link's event loop. */
    LinkFigures figures();

    /** Stops delivery and gives the address back, at the latest when the event loop has ended. From any thread. */
    @Override
    void close();

    /** Opens a link once there is an event loop for it. */
    @FunctionalInterface
    interface Opener
    {
        /**
         * Opens the link; called from another thread than the event loop's.
         *
         * @throws IOException when the address cannot be had; nothing is left open.
         */
        Link open(EventLoop eventLoop, DatagramHandler handler) throws IOException;
    }
}
