package io.roce.nic.link;

import java.net.InetSocketAddress;

/**
 * What a link is and can do.
 *
 * @param gid                  the port and address that it serves.
 * @param kind                 any but {@link LinkKind#AUTO}.
 * @param gso                  whether what it sends is given to the system in pieces of several datagrams.
 * @param udp                  the address it is bound to.
 * @param receiveBufferBytes   as the system reports it.
 * @param isIdentificationZero whether what it sends over IPv4 has identification 0 and don't-fragment, so that the ICRC
 *                             is right on the wire.
 * @param receiveCalls         system calls that took datagrams from the socket, those that found none too;
 *                             {@link #UNKNOWN} where nobody counts them.
 * @param ingress              what came by the capture that is read instead of the socket; null where the socket is.
 */
public record LinkFigures(
    GidEntry gid,
    LinkKind kind,
    GsoMode gso,
    InetSocketAddress udp,
    int receiveBufferBytes,
    boolean isIdentificationZero,
    long receiveCalls,
    IngressFigures ingress)
{
    /** In place of {@link #receiveCalls()} where they are not counted. */
    public static final long UNKNOWN = -1;

    /** The same address with another socket of it, which is set up alike. */
    public LinkFigures plus(final LinkFigures other)
    {
        return new LinkFigures(
            gid,
            kind,
            gso,
            udp,
            Math.min(receiveBufferBytes, other.receiveBufferBytes),
            isIdentificationZero && other.isIdentificationZero,
            receiveCalls == UNKNOWN || other.receiveCalls == UNKNOWN ? UNKNOWN : receiveCalls + other.receiveCalls,
            ingress);
    }

    /** Of a link that reads its socket, and does not count how often. */
    public LinkFigures(
        final GidEntry gid,
        final LinkKind kind,
        final GsoMode gso,
        final InetSocketAddress udp,
        final int receiveBufferBytes,
        final boolean isIdentificationZero)
    {
        this(gid, kind, gso, udp, receiveBufferBytes, isIdentificationZero, UNKNOWN, null);
    }
}
