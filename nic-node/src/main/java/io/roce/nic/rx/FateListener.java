package io.roce.nic.rx;

import io.roce.nic.stats.Fate;
import io.roce.wire.packet.RoceDatagram;

/** Is told how each datagram ended, after it has been counted. Lane thread only. */
@FunctionalInterface
public interface FateListener
{
    /** Listens to nothing. */
    FateListener NONE = (fate, datagram) ->
    {
    };

    /**
     * A datagram has ended.
     *
     * @param datagram valid until the call returns; what may be read of it depends on {@link RoceDatagram#error()}.
     */
    void onFate(Fate fate, RoceDatagram datagram);
}
