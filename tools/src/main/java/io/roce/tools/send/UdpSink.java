package io.roce.tools.send;

import io.roce.nic.link.DatagramSender;
import io.roce.nic.link.SendRefusals;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Sends packets to one address from a UDP socket. Not thread-safe. */
public final class UdpSink implements PacketSink, AutoCloseable
{
    private final DatagramSender sender;
    private final InetSocketAddress to;
    private final SendRefusals refusals = new SendRefusals();

    /** @param sender has a socket that others may send from too; {@link #close} closes it. */
    public UdpSink(final DatagramSender sender, final InetSocketAddress to)
    {
        this.sender = sender;
        this.to = to;
    }

    /**
     * Opens a socket of its own.
     *
     * @param from a concrete address; port 0 for any.
     * @throws IOException when it cannot be bound; the message names the address.
     */
    public static UdpSink open(final InetSocketAddress from, final InetSocketAddress to) throws IOException
    {
        return new UdpSink(DatagramSender.open(from), to);
    }

    /** Writes both ends into the envelope of a packet: the ICRC covers them. */
    public static void address(final Envelope envelope, final InetSocketAddress from, final InetSocketAddress to)
    {
        envelope.addresses(from.getAddress().getAddress(), to.getAddress().getAddress());
        envelope.ports(from.getPort(), to.getPort());
    }

    /** Where packets leave from. */
    public InetSocketAddress from()
    {
        return sender.localAddress();
    }

    /** Where packets go. */
    public InetSocketAddress to()
    {
        return to;
    }

    /**
     * Whether packets leave with the IPv4 identification 0 and don't-fragment set, which is what an ICRC is computed
     * for; true over IPv6, which has neither.
     */
    public boolean isIcrcValid()
    {
        return sender.isIdentificationZero();
    }

    @Override
    public void add(final byte[] array, final int offset, final int length)
    {
        sender.add(array, offset, length, to, refusals);
    }

    @Override
    public void flush()
    {
        sender.flush();
    }

    /** Of what was added here. */
    @Override
    public SendRefusals refusals()
    {
        return refusals;
    }

    /**
     * Sends one packet at once, behind what waits.
     *
     * @throws IOException when the system does not take it: one sentence with length, destination and reason.
     */
    public void send(final byte[] array, final int offset, final int length) throws IOException
    {
        sender.send(array, offset, length, to);
    }

    @Override
    public void close()
    {
        sender.close();
    }
}
