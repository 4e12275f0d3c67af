package io.roce.nic.admin;

import io.netty.channel.Channel;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The connections that are open, no more than a bound. At the bound a new one takes the place of the one that the node
 * has waited for longest: for a request or the rest of it, or, when every client has sent one, for its answer to be
 * taken. So nobody keeps others out by holding connections. Admin loop only.
 */
final class Connections
{
    private final int max;

    /** Each connection is in one of these, longest there first. */
    private final Set<Channel> waiting = new LinkedHashSet<>();
    private final Set<Channel> serving = new LinkedHashSet<>();
    private final Set<Channel> answering = new LinkedHashSet<>();

    /** Those whose answer has no end. They are not counted above, and bounded alike. */
    private final Set<Channel> streaming = new LinkedHashSet<>();

    /** Those that are only told that there are too many. They are not counted above, and bounded alike. */
    private final Set<Channel> refused = new LinkedHashSet<>();

    Connections(final int max)
    {
        this.max = max;
    }

    /** Takes a new connection in; whether it is to be served. If not, it may stay to be told so. */
    boolean admit(final Channel connection)
    {
        final boolean isServed = waiting.size() + serving.size() + answering.size() < max ||
            closeFirst(waiting) ||
            closeFirst(answering);
        if (!isServed && refused.size() >= max)
        {
            closeFirst(refused);
        }
        (isServed ? waiting : refused).add(connection);
        connection.closeFuture().addListener(closed -> remove(connection));
        return isServed;
    }

    /** The node waits for the connection's next request, or for its end. */
    void onWaiting(final Channel connection)
    {
        move(connection, waiting);
    }

    /** The node is at work on the connection's request. */
    void onServing(final Channel connection)
    {
        move(connection, serving);
    }

    /** The node has its answer ready and waits for the client to take it. */
    void onAnswering(final Channel connection)
    {
        move(connection, answering);
    }

    /** The answer to the connection's request has no end; whether there is room for one more. */
    boolean onStreaming(final Channel connection)
    {
        if (streaming.size() >= max)
        {
            return false;
        }
        move(connection, streaming);
        return true;
    }

    /** Streams that may be open. */
    int maxStreams()
    {
        return max;
    }

    private void move(final Channel connection, final Set<Channel> to)
    {
        if (!refused.contains(connection) && remove(connection))
        {
            to.add(connection);
        }
    }

    private boolean remove(final Channel connection)
    {
        return waiting.remove(connection) ||
            serving.remove(connection) ||
            answering.remove(connection) ||
            streaming.remove(connection) ||
            refused.remove(connection);
    }

    private static boolean closeFirst(final Set<Channel> connections)
    {
        final Iterator<Channel> first = connections.iterator();
        if (!first.hasNext())
        {
            return false;
        }
        final Channel connection = first.next();
        first.remove();
        connection.close();
        return true;
    }
}
