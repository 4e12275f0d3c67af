package io.roce.nic.link;

import io.netty.channel.unix.Errors.NativeIoException;
import io.roce.nic.mmsg.Errno;
import io.roce.nic.mmsg.SendBatch;
import io.roce.wire.packet.RocePacket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;

/** Sends up to 64 datagrams with one system call, each a message of its own: so identification 0 stays. Linux. */
final class BatchOutlet implements DatagramOutlet
{
    private static final int CAPACITY = SendBatch.MAX_MESSAGES * RocePacket.MAX_LENGTH;

    private static final long FULL_BUFFER_PAUSE_NS = 50_000;

    private final NativeSocket socket;
    private final InetSocketAddress local;
    private final SendBatch batch = new SendBatch(CAPACITY);

    /** Of what waits, in the batch's order. */
    private final SendRefusals[] refusals = new SendRefusals[SendBatch.MAX_MESSAGES];
    private int first;
    private int count;

    private BatchOutlet(final NativeSocket socket)
    {
        this.socket = socket;
        this.local = socket.localAddress();
    }

    static BatchOutlet open(final InetSocketAddress from) throws IOException
    {
        return new BatchOutlet(NativeSocket.open(from, UdpLink.NO_RECEIVE_BUFFER));
    }

    @Override
    public InetSocketAddress local()
    {
        return local;
    }

    @Override
    public boolean isIdentificationZero()
    {
        return true;
    }

    @Override
    public void add(
        final byte[] array,
        final int offset,
        final int length,
        final InetSocketAddress to,
        final SendRefusals told)
    {
        if (!batch.hasRoom(length))
        {
            flush();
        }
        batch.add(array, offset, length, to, false);
        refusals[count++] = told;
    }

    @Override
    public void flush()
    {
        while (!batch.isEmpty())
        {
            // The descriptor of a closed socket may be another file's by now.
            final int sent = socket.isOpen() ? batch.send(socket.intValue()) : 0;
            if (sent > 0)
            {
                first += sent;
            }
            else if (sent == -Errno.EAGAIN)
            {
                LockSupport.parkNanos(FULL_BUFFER_PAUSE_NS);
            }
            else if (sent != -Errno.EINTR)
            {
                refuseFirst(sent == 0 ? new ClosedChannelException() : new NativeIoException("sendmmsg", sent, false));
            }
        }
        first = 0;
        count = 0;
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }

    private void refuseFirst(final IOException cause)
    {
        refusals[first++].count(
            SendFailure.of(cause), SocketErrors.sendFailed(batch.firstLength(), batch.firstDestination(), cause));
        batch.drop();
    }
}
