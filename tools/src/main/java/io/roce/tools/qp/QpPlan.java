package io.roce.tools.qp;

import io.roce.nic.qp.QpType;

import java.net.InetAddress;

/**
 * What a queue pair is to become.
 *
 * @param peer       address that it is connected to; of no meaning for UD.
 * @param peerQpn    number of the queue pair there.
 * @param rqPsn      PSN that is expected first.
 * @param sqPsn      PSN that is sent first.
 * @param qKey       UD: unsigned 32 bits.
 * @param pathMtu    256, 512, 1024, 2048 or 4096.
 * @param timers     RC: its own.
 * @param peerTimers RC: those of the queue pair there; null when they are not known.
 */
public record QpPlan(
    QpType type,
    InetAddress peer,
    int peerQpn,
    int rqPsn,
    int sqPsn,
    long qKey,
    int pathMtu,
    AckTimers timers,
    AckTimers peerTimers)
{
    /** The path MTU that every port has room for. */
    public static final int PATH_MTU_DEFAULT = 256;

    /** With the usual timers, and nothing known of the peer's. */
    public QpPlan(
        final QpType type,
        final InetAddress peer,
        final int peerQpn,
        final int rqPsn,
        final int sqPsn,
        final long qKey,
        final int pathMtu)
    {
        this(type, peer, peerQpn, rqPsn, sqPsn, qKey, pathMtu, AckTimers.DEFAULT, null);
    }

    /** A connected queue pair where nothing but its peer's address matters. */
    public static QpPlan connectedTo(final QpType type, final InetAddress peer, final int peerQpn)
    {
        return new QpPlan(type, peer, peerQpn, 0, 0, 0, PATH_MTU_DEFAULT);
    }

    /** The same with the timers of both ends. */
    public QpPlan withTimers(final AckTimers own, final AckTimers peers)
    {
        return new QpPlan(type, peer, peerQpn, rqPsn, sqPsn, qKey, pathMtu, own, peers);
    }
}
