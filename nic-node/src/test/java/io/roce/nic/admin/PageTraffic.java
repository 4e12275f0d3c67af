package io.roce.nic.admin;

import io.roce.nic.link.DatagramSender;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Packets for a page to show, until it is closed: those a queue pair takes, and some that it or nobody does. */
final class PageTraffic implements AutoCloseable
{
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread;

    private PageTraffic(final InetSocketAddress to, final String from, final int live, final int nobody)
    {
        thread = new Thread(() -> send(to, from, live, nobody));
        thread.start();
    }

    /**
     * @param from   the peer of the queue pair.
     * @param live   number of one that takes requests.
     * @param nobody first of numbers that none has.
     */
    static PageTraffic start(final InetSocketAddress to, final String from, final int live, final int nobody)
    {
        return new PageTraffic(to, from, live, nobody);
    }

    /** One packet. */
    static void sendOnce(final InetSocketAddress to, final String from, final int qpn) throws IOException
    {
        sendOnce(to, from, qpn, "hello");
    }

    /** One with that for its payload. */
    static void sendOnce(final InetSocketAddress to, final String from, final int qpn, final String payload)
        throws IOException
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress(from, 0)))
        {
            final byte[] text = payload.getBytes(StandardCharsets.UTF_8);
            final byte[] padded = Arrays.copyOf(text, text.length + 3 & ~3);
            send(sender, to, Packets.bytes(
                Packets.builder(Opcode.RC_SEND_ONLY, qpn).payload(padded),
                sender.localAddress(),
                to));
        }
    }

    private static void send(final DatagramSender sender, final InetSocketAddress to, final byte[] bytes)
        throws IOException
    {
        sender.send(bytes, 0, bytes.length, to);
    }

    private void send(final InetSocketAddress to, final String from, final int live, final int nobody)
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress(from, 0)))
        {
            for (int i = 0; !isOver.get(); i++)
            {
                for (int psn = 0; psn < 16; psn++)
                {
                    send(sender, to, packet(sender, to, live));
                }
                if (i % 8 == 0)
                {
                    send(sender, to, packet(sender, to, nobody + i / 8 % 64));
                    final byte[] spoiled = packet(sender, to, live);
                    spoiled[spoiled.length - 1] ^= 1;
                    spoiled[spoiled.length - 4] ^= 1;
                    send(sender, to, spoiled);
                }
                LockSupport.parkNanos(PAUSE_NS + PAUSE_NS * (i / 2_000 % 3));
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    boolean isRunning()
    {
        return thread.isAlive();
    }

    private static byte[] packet(final DatagramSender sender, final InetSocketAddress to, final int qpn)
    {
        return Packets.bytes(Packets.builder(Opcode.RC_SEND_ONLY, qpn), sender.localAddress(), to);
    }

    @Override
    public void close()
    {
        isOver.set(true);
        try
        {
            thread.join();
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
    }
}
