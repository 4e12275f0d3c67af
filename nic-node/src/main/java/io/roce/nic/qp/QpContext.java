package io.roce.nic.qp;

import io.roce.wire.icrc.Envelope;

/**
 * The context of one live queue pair, as admission reads it. A handle to a record of the table, valid until the call that
 * resolved it returns; what outlives that call keeps (qpn, generation, epoch) and compares them. Lane thread only.
 */
public interface QpContext
{
    int qpn();

    /** Counts creations over the node's whole life; no two queue pairs share one. */
    long generation();

    /** Counts how often this queue pair has gone back to RESET. */
    int epoch();

    QpType type();

    QpState state();

    /** The P_Key that packets must match. */
    int pKey();

    /** The Q_Key that UD packets must carry; unsigned 32 bits in an {@code int}. */
    int qKey();

    /** Whether the packet came from the address that this queue pair is connected to. */
    boolean isPeer(Envelope envelope);

    /** A request passed admission. */
    void onRequest();

    /** A response passed admission. */
    void onResponse();

    /** A packet that names this queue pair was refused by admission. */
    void onRefused();
}
