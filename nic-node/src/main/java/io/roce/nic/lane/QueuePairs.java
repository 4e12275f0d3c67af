package io.roce.nic.lane;

import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.VerbsException;
import io.roce.nic.trace.QpnLife;

import java.util.List;

/**
 * The verbs of queue pairs: create, modify, query, destroy. Each is done whole or changes nothing. Lane thread only.
 */
public interface QueuePairs
{
    /** Creates {@code count} queue pairs in RESET, all or none; with numbers in a row when {@code contiguous}. */
    List<QpSnapshot> create(QpType type, int count, boolean contiguous) throws VerbsException;

    /** Creates one queue pair with the number asked for. */
    QpSnapshot createWithQpn(QpType type, int qpn) throws VerbsException;

    /** Goes to another state, or changes attributes in this one. */
    QpSnapshot modify(int qpn, QpModification modification) throws VerbsException;

    QpSnapshot query(int qpn) throws VerbsException;

    /** Up to {@code limit} live queue pairs with numbers above {@code after}, in order; of one state unless it is null. */
    List<QpSnapshot> list(int after, int limit, QpState state);

    /** Ends the queue pair and puts its number in quarantine. */
    QpDestroyed destroy(int qpn) throws VerbsException;

    /** Nanoseconds that a number is still held back; 0 when it is not. */
    long quarantineRemainingNs(int qpn);

    /** Earlier lives of a number, latest first, as far as they are remembered. */
    List<QpnLife> history(int qpn);

    /** Lets numbers out of quarantine whose time has come; to be called now and then. */
    void onTick();

    /** The way from number to context, for the packet path. */
    QpResolver resolver();

    TableFigures tableFigures();

    CacheFigures cacheFigures();

    QuarantineFigures quarantineFigures();
}
