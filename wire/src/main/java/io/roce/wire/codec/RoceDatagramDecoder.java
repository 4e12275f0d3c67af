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
 * Turns every datagram that a UDP channel reads, malformed or empty ones too, into one {@link RoceDatagram}. What is
 * passed on is always the same object, valid until the handler behind this one returns. One for each channel.
 */
public final class RoceDatagramDecoder extends MessageToMessageDecoder<DatagramPacket>
{
    private final RoceDatagram datagram = new RoceDatagram();
    private final byte[] localAddress;
    private final int localPort;
    private InetAddress lastSender;
    private byte[] lastSenderAddress;

    /**
     * @param local the concrete address and port that the channel is bound to: the ICRC covers them.
     */
    public RoceDatagramDecoder(final InetSocketAddress local)
    {
        super(DatagramPacket.class);
        localAddress = local.getAddress().getAddress();
        localPort = local.getPort();
    }

    @Override
    protected void decode(final ChannelHandlerContext context, final DatagramPacket message, final List<Object> out)
    {
        final InetSocketAddress sender = message.sender();
        final Envelope envelope = datagram.envelope();
        envelope.addresses(addressOf(sender.getAddress()), localAddress);
        envelope.ports(sender.getPort(), localPort);

        // What does not fit is cut: a full slot is oversize, however much longer the datagram was.
        final ByteBuf bytes = message.content();
        final int length = Math.min(bytes.readableBytes(), envelope.maxPacketLength());
        bytes.getBytes(bytes.readerIndex(), envelope.array(), Envelope.PACKET_OFFSET, length);
        datagram.onBytes(length);
        out.add(datagram);
    }

    /** {@link InetAddress#getAddress()} makes a copy; most datagrams come from the sender of the one before. */
    private byte[] addressOf(final InetAddress sender)
    {
        if (!sender.equals(lastSender))
        {
            lastSender = sender;
            lastSenderAddress = sender.getAddress();
        }
        return lastSenderAddress;
    }
}
