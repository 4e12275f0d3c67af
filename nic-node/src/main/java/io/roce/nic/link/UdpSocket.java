package io.roce.nic.link;

import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A bound UDP socket that datagrams leave from, and arrive at when it is read. Event loop only. */
abstract class UdpSocket
{
    static final int NO_DESCRIPTOR = -1;

    final EgressAccount account;
    private final List<UdpSocket> unflushed;
    private boolean isUnflushed;

    /** @param unflushed takes this in when something has been sent, until it is flushed. */
    UdpSocket(final EgressAccount account, final List<UdpSocket> unflushed)
    {
        this.account = account;
        this.unflushed = unflushed;
    }

    abstract InetSocketAddress local();

    /** From now on others can be bound to the same address and port too. */
    abstract void share() throws IOException;

    /** What the system knows it by; {@link #NO_DESCRIPTOR} where nobody says. */
    abstract int fileDescriptor();

    /** As the system reports it. */
    abstract int receiveBufferBytes();

    /** As {@link LinkFigures}. */
    abstract boolean isIdentificationZero();

    /** As {@link LinkFigures}. */
    long receiveCalls()
    {
        return LinkFigures.UNKNOWN;
    }

    abstract boolean isOpen();

    /** Begins to read. */
    abstract void read(DatagramHandler handler, GidEntry gid);

    /** Whether there is room for what is sent in one turn. */
    abstract boolean isWritable();

    /** Whether there is room for one datagram more; no when it is closed. */
    abstract boolean hasRoom(int length);

    /** Takes a copy of what there is room for. */
    abstract void write(RoceDatagram datagram, InetSocketAddress to);

    /** Lets leave what has been written. */
    abstract void flushWritten();

    /** Closing again does nothing. */
    abstract void close();

    final void send(final RoceDatagram datagram, final InetSocketAddress to)
    {
        if (!hasRoom(datagram.length()))
        {
            flushWritten();
        }
        if (!hasRoom(datagram.length()))
        {
            account.onFailed(isOpen() ? SendFailure.BACKLOG_FULL : SendFailure.SOCKET_CLOSED);
            return;
        }

        write(datagram, to);
        if (!isUnflushed)
        {
            isUnflushed = true;
            unflushed.add(this);
        }
    }

    final void flush()
    {
        isUnflushed = false;
        flushWritten();
    }

    /** Whom a socket tells of what happens at it, on the event loop. */
    interface Listener
    {
        /** Some datagrams are about to be delivered. */
        void beforeBatch();

        /** They have been delivered. */
        void onBatch();

        /** There is room again. Not while the socket is being called. */
        void onWritable();

        /** What the system, or the handler of datagrams, throws; the socket lives on. */
        void onError(Throwable error);
    }
}
