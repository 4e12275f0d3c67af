package io.roce.nic.trace;

import io.roce.nic.stats.Fate;
import io.roce.wire.packet.RoceDatagram;

/** Is told how each datagram ended, after it has been counted. Lane thread only. */
@FunctionalInterface
public interface FateListener
{
    /** Listens to nothing. */
    FateListener NONE = (fate, datagram, arrival) ->
    {
    };

    /**
     * A datagram has ended. Told of each, so it must be over soon and allocate nothing; what it throws is a failure of
     * the node.
     *
     * @param datagram valid until the call returns; what may be read of it depends on {@link RoceDatagram#error()}.
     * @param arrival  how it came and, where the fate is a drop, why it ended; valid until the call returns.
     */
    void onFate(Fate fate, RoceDatagram datagram, Arrival arrival);

    /** This one, told of drops alone: of all other datagrams no more than that they are none. */
    default FateListener ofDrops()
    {
        return (fate, datagram, arrival) ->
        {
            if (fate.isDrop())
            {
                onFate(fate, datagram, arrival);
            }
        };
    }

    /** This one, and then another. */
    default FateListener andThen(final FateListener next)
    {
        return (fate, datagram, arrival) ->
        {
            onFate(fate, datagram, arrival);
            next.onFate(fate, datagram, arrival);
        };
    }
}
