package io.roce.nic.link;

import io.roce.wire.packet.RoceDatagram;

/** Takes what a link received. */
@FunctionalInterface
public interface DatagramHandler
{
    /**
     * One datagram has arrived: envelope and bytes are in place and {@link RoceDatagram#error()} is set. Valid until
     * the call returns. Called on the link's event loop.
     */
    void onDatagram(RoceDatagram datagram);
}
