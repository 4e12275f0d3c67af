package io.roce.nic.fault;

import io.roce.wire.packet.RoceDatagram;

/**
 * Where a {@link FaultInjector} leads, and who is told of what it does; by default of nothing else. Must not give the
 * injector another datagram before it returns. Datagrams are valid until the call returns, and not to be changed.
 *
 * @param <R> what goes along with a datagram.
 */
interface FaultOutlet<R>
{
    /** A datagram has passed the rules. */
    void onPassed(RoceDatagram datagram, R route, int port);

    /**
     * A rule has dropped a datagram or a copy of one.
     *
     * @param rule its place among those of this direction, from 0.
     */
    default void onDropped(final RoceDatagram datagram, final R route, final int rule)
    {
    }

    /** A rule has made a copy, which goes on from here. */
    default void onDuplicated()
    {
    }

    /** A rule keeps a datagram. */
    default void onHeld()
    {
    }

    /** A rule lets a datagram go on, right after this. */
    default void onReleased()
    {
    }
}
