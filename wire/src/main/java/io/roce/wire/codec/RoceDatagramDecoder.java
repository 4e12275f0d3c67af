package io.roce.wire.codec;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.MessageToMessageDecoder;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Turns every datagram that a UDP channel of Netty reads into one {@link RoceDatagram}. What is passed on is always the
 * same object, valid until the handler behind this one returns. One for each channel.
 */
public final class RoceDatagramDecoder extends MessageToMessageDecoder<DatagramPacket>
{
    private final DatagramReader reader;
    private InetAddress lastSender;
    private int lastPort;

    /**
     * @param local the concrete address and port that the channel is bound to: the ICRC covers them.
     */
    public RoceDatagramDecoder(final InetSocketAddress local)
    {
        super(DatagramPacket.class);
        reader = new DatagramReader(local);
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final DatagramPacket message, final List<Object> out)
    {
        sender(message.sender());
        final ByteBuf bytes = message.content();
        final int length = Math.min(bytes.readableBytes(), reader.room());
        bytes.getBytes(bytes.readerIndex(), reader.array(), Envelope.PACKET_OFFSET, length);
        out.add(reader.read(length, 0));
    }

    /** {@link InetAddress#getAddress()} makes a copy; most datagrams come from the sender of the one before. */
    private void sender(final InetSocketAddress sender)
    {
        if (sender.getPort() != lastPort || !sender.getAddress().equals(lastSender))
        {
            lastSender = sender.getAddress();
            lastPort = sender.getPort();
            reader.sender(lastSender.getAddress(), lastPort);
        }
    }
}
