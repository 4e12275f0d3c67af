package io.roce.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.tools.CommandRun;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A pingpong program's side of the TCP connection, played by hand: bytes as libibverbs' programs write them. */
final class TcpPeer
{
    /** A text of 51 characters and a zero byte. */
    static final int MESSAGE_BYTES = 52;

    private static final int READ_TIMEOUT_MS = 30_000;

    private TcpPeer()
    {
    }

    /** What is done with a connection. */
    @FunctionalInterface
    interface Play
    {
        void play(Socket socket) throws IOException;
    }

    /** A server at an address for one client, the command. */
    static CommandRun serve(final String address, final Play play, final String... command) throws Exception
    {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(address)))
        {
            server.setSoTimeout(READ_TIMEOUT_MS);
            final CompletableFuture<Void> served = CompletableFuture.runAsync(() ->
            {
                try (Socket socket = server.accept())
                {
                    socket.setSoTimeout(READ_TIMEOUT_MS);
                    play.play(socket);
                }
                catch (final IOException e)
                {
                    throw new AssertionError(e);
                }
            });
            final String[] whole = Arrays.copyOf(command, command.length + 3);
            whole[command.length] = "-p";
            whole[command.length + 1] = String.valueOf(server.getLocalPort());
            whole[command.length + 2] = address;
            final CommandRun run = CommandRun.of(whole);
            try
            {
                served.join();
            }
            catch (final CompletionException e)
            {
                throw new AssertionError(run.err(), e);
            }
            return run;
        }
    }

    /** A client that connects as soon as it can. */
    static void connect(final String address, final int port, final Play play) throws IOException
    {
        final long endNs = System.nanoTime() + READ_TIMEOUT_MS * 1_000_000L;
        while (true)
        {
            try (Socket socket = new Socket())
            {
                socket.connect(new InetSocketAddress(address, port));
                socket.setSoTimeout(READ_TIMEOUT_MS);
                play.play(socket);
                return;
            }
            catch (final ConnectException e)
            {
                if (System.nanoTime() - endNs > 0)
                {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    static void write(final Socket socket, final String text) throws IOException
    {
        socket.getOutputStream().write((text + '\0').getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The text in front of the zero byte. */
    static String read(final Socket socket, final int length) throws IOException
    {
        final String text =
            new String(socket.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
        assertEquals(length, text.length());
        assertEquals(0, text.charAt(length - 1));
        return text.substring(0, length - 1);
    }
}
