package io.roce.tools.mapping;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which number a queue pair of the capture is to have. Not thread-safe. */
public final class QpnMap
{
    private final Map<Endpoint, Integer> byEndpoint = new HashMap<>();
    private final Map<Integer, Integer> byQpn = new HashMap<>();
    private final Set<Endpoint> usedEndpoints = new HashSet<>();
    private final Set<Integer> usedQpns = new HashSet<>();

    /** Maps a number whatever the address. */
    public void put(final int from, final int to)
    {
        byQpn.put(from, to);
    }

    /** Maps a number at one address; goes before {@link #put(int, int)}. */
    public void put(final InetAddress address, final int from, final int to)
    {
        byEndpoint.put(new Endpoint(address, from), to);
    }

    /** Whether there is a rule for the queue pair. */
    public boolean has(final Endpoint endpoint)
    {
        return byEndpoint.containsKey(endpoint) || byQpn.containsKey(endpoint.qpn());
    }

    /** Its number: the recorded one where there is no rule. */
    public int map(final Endpoint endpoint)
    {
        final Integer exact = byEndpoint.get(endpoint);
        if (exact != null)
        {
            usedEndpoints.add(endpoint);
            return exact;
        }
        final Integer any = byQpn.get(endpoint.qpn());
        if (any != null)
        {
            usedQpns.add(endpoint.qpn());
            return any;
        }
        return endpoint.qpn();
    }

    /** Whether the rule for a number whatever the address has mapped one. */
    public boolean isUsed(final int from)
    {
        return usedQpns.contains(from);
    }

    /** Whether the rule for a number at one address has mapped one. */
    public boolean isUsed(final InetAddress address, final int from)
    {
        return usedEndpoints.contains(new Endpoint(address, from));
    }

    /** Whether every number stays what it is. */
    public boolean isEmpty()
    {
        return byEndpoint.isEmpty() && byQpn.isEmpty();
    }
}
