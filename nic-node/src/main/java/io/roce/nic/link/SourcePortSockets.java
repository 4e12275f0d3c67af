package io.roce.nic.link;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntFunction;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * Sockets of one address that only send, each from a port of its own. One stays open when nobody uses it any more, for
 * the next who wishes for its port, and goes when another port needs its place: the longest unused first. One that is
 * in use stays. Event loop only.
 */
final class SourcePortSockets
{
    private final Int2ObjectHashMap<Place> places = new Int2ObjectHashMap<>();
    private final Set<Place> unused = new LinkedHashSet<>();
    private final int capacity;
    private final IntFunction<UdpSocket> opener;
    private long fallbacks;

    /**
     * @param capacity sockets at once.
     * @param opener   answers null for a port that cannot be had.
     */
    SourcePortSockets(final int capacity, final IntFunction<UdpSocket> opener)
    {
        this.capacity = capacity;
        this.opener = opener;
    }

    /** Whether datagrams can leave from that port now, until it is closed as often. */
    boolean open(final int port)
    {
        Place place = places.get(port);
        if (place == null)
        {
            place = take(port);
        }
        if (place == null)
        {
            fallbacks++;
            return false;
        }
        unused.remove(place);
        place.users++;
        return true;
    }

    /** One user less; does nothing for a port that has none. */
    void close(final int port)
    {
        final Place place = places.get(port);
        if (place != null && place.users > 0 && --place.users == 0)
        {
            unused.add(place);
        }
    }

    /** The socket of a port; null when there is none. */
    UdpSocket get(final int port)
    {
        final Place place = places.get(port);
        return place == null ? null : place.socket;
    }

    int size()
    {
        return places.size();
    }

    /** How often a port could not be had. */
    long fallbacks()
    {
        return fallbacks;
    }

    void closeAll()
    {
        places.values().forEach(place -> place.socket.close());
        places.clear();
        unused.clear();
    }

    private Place take(final int port)
    {
        if (places.size() == capacity && unused.isEmpty())
        {
            return null;
        }
        final UdpSocket socket = opener.apply(port);
        if (socket == null)
        {
            return null;
        }
        if (places.size() == capacity)
        {
            final Place oldest = unused.iterator().next();
            unused.remove(oldest);
            places.remove(oldest.port).socket.close();
        }
        final Place place = new Place(port, socket);
        places.put(port, place);
        return place;
    }

    /** One socket. */
    private static final class Place
    {
        private final int port;
        private final UdpSocket socket;
        private int users;

        Place(final int port, final UdpSocket socket)
        {
            this.port = port;
            this.socket = socket;
        }
    }
}
