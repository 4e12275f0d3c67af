package io.roce.nic.link;

import io.roce.wire.PKey;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One port of a node ({@code ibv_port_attr}).
 *
 * @param portNum   counted from 1.
 * @param gids      its GID table: 1 to {@link #MAX_GIDS} addresses, of either IP version.
 * @param pKeys     its P_Key table: 1 to {@link #MAX_PKEYS} keys of 16 bits, none twice.
 * @param activeMtu bytes of payload that a packet may have, one of {@link #MTUS}.
 */
public record Port(int portNum, List<GidEntry> gids, List<Integer> pKeys, int activeMtu)
{
    /** Entries of a GID table. */
    public static final int MAX_GIDS = 16;

    /** Entries of a P_Key table. */
    public static final int MAX_PKEYS = 128;

    /** What an MTU can be. */
    public static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);

    /** The largest of them, which every port is able to receive. */
    public static final int MAX_MTU = MTUS.get(MTUS.size() - 1);

    /** @throws IllegalArgumentException one sentence that begins with the knob and says its value and its bounds. */
    public Port
    {
        gids = List.copyOf(gids);
        pKeys = List.copyOf(pKeys);
        requireCount("bind", "addresses", gids.size(), MAX_GIDS, portNum);
        for (int i = 0; i < gids.size(); i++)
        {
            if (gids.get(i).portNum() != portNum || gids.get(i).gidIndex() != i)
            {
                throw new IllegalArgumentException(
                    "gids of port " + portNum + " has " + gids.get(i) + " where GID " + i + " of it is due");
            }
        }
        gids.forEach(gid -> Addresses.requireConcrete("bind", gid.udp()));
        requireCount("pKeys", "keys", pKeys.size(), MAX_PKEYS, portNum);
        requirePKeys(pKeys, portNum);
        if (!MTUS.contains(activeMtu))
        {
            throw new IllegalArgumentException(
                "activeMtu of port " + portNum + " is " + activeMtu + ", not one of " + MTUS);
        }
    }

    /** A port with these addresses, the default P_Key and the largest MTU. */
    public static Port of(final int portNum, final InetSocketAddress... addresses)
    {
        return of(portNum, List.of(addresses));
    }

    /** A port with these addresses, the default P_Key and the largest MTU. */
    public static Port of(final int portNum, final List<InetSocketAddress> addresses)
    {
        final List<GidEntry> gids = IntStream.range(0, addresses.size())
            .mapToObj(index -> new GidEntry(portNum, index, addresses.get(index)))
            .toList();
        return new Port(portNum, gids, List.of(PKey.DEFAULT), MAX_MTU);
    }

    /** The same port with another P_Key table. */
    public Port pKeys(final List<Integer> pKeys)
    {
        return new Port(portNum, gids, pKeys, activeMtu);
    }

    /** The same port with another MTU. */
    public Port activeMtu(final int activeMtu)
    {
        return new Port(portNum, gids, pKeys, activeMtu);
    }

    private static void requireCount(
        final String knob, final String what, final int count, final int max, final int portNum)
    {
        if (count < 1 || count > max)
        {
            throw new IllegalArgumentException(
                knob + " gives port " + portNum + ' ' + count + ' ' + what + ", outside 1 to " + max);
        }
    }

    private static void requirePKeys(final List<Integer> pKeys, final int portNum)
    {
        final Set<Integer> known = new HashSet<>();
        for (final int pKey : pKeys)
        {
            if (!PKey.isValid(pKey))
            {
                throw new IllegalArgumentException(
                    "pKeys of port " + portNum + " has " + PKey.format(pKey) +
                        ", which names no partition: 16 bits, and the low 15 not 0");
            }
            if (!known.add(pKey))
            {
                throw new IllegalArgumentException("pKeys of port " + portNum + " has " + PKey.format(pKey) + " twice");
            }
        }
    }
}
