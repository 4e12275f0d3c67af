package io.roce.nic.link;

/** Is told of datagrams that a link delivers one behind the other. On the link's event loop. */
@FunctionalInterface
public interface BatchListener
{
    /** The first of them is about to be delivered. */
    default void beforeBatch()
    {
    }

    /**
     * Some have been delivered, or there is room again for what is to be sent; never while the link is being called.
     */
    void afterBatch();
}
