package io.roce.nic.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramPacket;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.List;

/** One socket that datagrams leave from. Event loop only. */
final class UdpOutlet
{
    /**
     * Bytes that wait in memory for room in the socket's send buffer, with Netty's overhead: some thirty of the longest
     * packets, which is also what one system call takes.
     */
    static final WriteBufferWaterMark BACKLOG = new WriteBufferWaterMark(64 << 10, 128 << 10);

    private final Channel channel;
    private final EgressAccount account;
    private final List<UdpOutlet> unflushed;
    private final ChannelPromise outcome;
    private boolean isUnflushed;

    /**
     * @param channel   bound, with {@link #BACKLOG}.
     * @param unflushed takes this in when something has been sent, until it is flushed.
     */
    UdpOutlet(final Channel channel, final EgressAccount account, final List<UdpOutlet> unflushed)
    {
        this.channel = channel;
        this.account = account;
        this.unflushed = unflushed;
        this.outcome = new Outcome(channel, account);
    }

    boolean isWritable()
    {
        return channel.isWritable();
    }

    void send(final RoceDatagram datagram, final InetSocketAddress to)
    {
        if (!channel.isWritable())
        {
            channel.flush();
        }
        if (!channel.isWritable())
        {
            account.onFailed(channel.isOpen() ? SendFailure.BACKLOG_FULL : SendFailure.SOCKET_CLOSED);
            return;
        }

        final int length = datagram.length();
        final ByteBuf bytes = channel.alloc().directBuffer(length)
            .writeBytes(datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
        channel.write(new DatagramPacket(bytes, to), outcome);
        if (!isUnflushed)
        {
            isUnflushed = true;
            unflushed.add(this);
        }
    }

    void flush()
    {
        isUnflushed = false;
        channel.flush();
    }

    void close()
    {
        channel.close();
    }

    /** Counts what becomes of a datagram and remembers nothing: never done, so one does for all. */
    private static final class Outcome extends DefaultChannelPromise
    {
        private final EgressAccount account;

        Outcome(final Channel channel, final EgressAccount account)
        {
            super(channel);
            this.account = account;
        }

        @Override
        public boolean trySuccess(final Void result)
        {
            account.onSent();
            return true;
        }

        @Override
        public boolean trySuccess()
        {
            return trySuccess(null);
        }

        @Override
        public boolean tryFailure(final Throwable cause)
        {
            account.onFailed(SendFailure.of(cause));
            return true;
        }
    }
}
