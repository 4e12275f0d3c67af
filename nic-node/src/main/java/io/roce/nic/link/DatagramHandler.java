package io.roce.nic.link;

import io.roce.wire.packet.RoceDatagram;

/** Takes what a link received. */
@FunctionalInterface
public interface DatagramHandler
{
    /**
     * One datagram has arrived. Called on the link's event loop.
     *
     * @param datagram  envelope and bytes are in place and {@link RoceDatagram#error()} is set; valid until the call
     *                  returns.
     * @param arrivedAt the port and address that it arrived at.
     */
    void onDatagram(RoceDatagram datagram, GidEntry arrivedAt);
}
