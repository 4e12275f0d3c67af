package io.roce.tools.pingpong;

import io.roce.tools.cli.CommandFailedException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How two ends tell each other where their queue pairs are, as the pingpong programs of libibverbs do. What goes over
 * the connection are texts, each with a zero byte behind it:
 * <pre>
 *   client                            server
 *      destination  ---------------&gt;      brings its queue pair to RTS
 *                   &lt;---------------  destination
 *      done         ---------------&gt;
 * </pre>
 * Those programs take a text for whole when one read has brought it, so each is written by one write.
 */
final class Handshake
{
    private static final byte[] DONE = {'d', 'o', 'n', 'e', 0};

    private final PeerConnection connection;

    Handshake(final PeerConnection connection)
    {
        this.connection = connection;
    }

    void writeDestination(final Destination destination)
    {
        connection.write(
            Arrays.copyOf(destination.text().getBytes(StandardCharsets.US_ASCII), Destination.LENGTH + 1));
    }

    /** @throws CommandFailedException when the peer says something else, or nothing in time. */
    Destination readDestination()
    {
        final byte[] said = connection.read(Destination.LENGTH + 1);
        final Destination destination = said[Destination.LENGTH] == 0 ?
            Destination.parse(new String(said, 0, Destination.LENGTH, StandardCharsets.ISO_8859_1)) :
            null;
        if (destination == null)
        {
            throw wrong("where its queue pair is", said);
        }
        return destination;
    }

    void writeDone()
    {
        connection.write(DONE);
    }

    /** @throws CommandFailedException when the peer says something else, or nothing in time. */
    void readDone()
    {
        final byte[] said = connection.read(DONE.length);
        if (!Arrays.equals(DONE, said))
        {
            throw wrong("that it is done", said);
        }
    }

    private CommandFailedException wrong(final String due, final byte[] said)
    {
        return new CommandFailedException(
            connection.peer() + " does not say " + due + ", but " + PeerConnection.quoted(said));
    }
}
