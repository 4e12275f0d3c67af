package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.wire.PKey;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The ports of a node, as it tells them: their GID tables and P_Key tables. */
public final class NodePorts
{
    /** One port: where it receives data, by GID index, and its P_Keys. */
    private record Port(int portNum, List<InetSocketAddress> gids, List<Integer> pKeys)
    {
    }

    private final String url;
    private final List<Port> ports;

    private NodePorts(final String url, final List<Port> ports)
    {
        this.url = url;
        this.ports = ports;
    }

    /**
     * What {@code GET /v1/node} answered.
     *
     * @param url of the node.
     * @return null when it does not say where the node receives data.
     * @throws picocli.CommandLine.TypeConversionException when what it says is no address.
     */
    static NodePorts of(final String url, final JsonNode node)
    {
        final List<Port> ports = new ArrayList<>();
        for (final JsonNode port : node.path("ports"))
        {
            final List<InetSocketAddress> gids = new ArrayList<>();
            port.path("gids").forEach(gid -> gids.add(Addresses.parse(gid.path("udp").asText())));
            final List<Integer> pKeys = new ArrayList<>();
            port.path("pkeys").forEach(pKey -> pKeys.add(pKey.asInt()));
            if (gids.isEmpty() || pKeys.isEmpty())
            {
                return null;
            }
            ports.add(new Port(port.path("port_num").asInt(), gids, pKeys));
        }
        return ports.isEmpty() ? null : new NodePorts(url, ports);
    }

    /** The first address of the first port, with its first P_Key. */
    public DataAddress first()
    {
        return at(ports.get(0), 0, 0);
    }

    /**
     * The address at that place of the tables.
     *
     * @throws CommandFailedException when the node has no such place.
     */
    public DataAddress at(final int portNum, final int sgidIndex, final int pKeyIndex)
    {
        final Port port = ports.stream()
            .filter(candidate -> candidate.portNum == portNum)
            .findFirst()
            .orElseThrow(() -> new CommandFailedException(
                url + " has no port " + portNum + ", only 1 to " + ports.size()));
        requireIndex("GID", sgidIndex, port.gids.size(), portNum);
        requireIndex("P_Key", pKeyIndex, port.pKeys.size(), portNum);
        return at(port, sgidIndex, pKeyIndex);
    }

    /**
     * The place of an address, with the first P_Key there that hears the default one, or the first of all if none does.
     *
     * @throws CommandFailedException when the node does not receive there.
     */
    public DataAddress of(final InetSocketAddress udp)
    {
        for (final Port port : ports)
        {
            final int sgidIndex = port.gids.indexOf(udp);
            if (sgidIndex >= 0)
            {
                return at(port, sgidIndex, indexForDefaultPKey(port));
            }
        }
        throw new CommandFailedException(url + " does not receive at " + Addresses.format(udp) + ", only at " +
            ports.stream()
                .flatMap(port -> port.gids.stream())
                .map(Addresses::format)
                .collect(Collectors.joining(", ")));
    }

    private static int indexForDefaultPKey(final Port port)
    {
        for (int i = 0; i < port.pKeys.size(); i++)
        {
            if (PKey.matches(PKey.DEFAULT, port.pKeys.get(i)))
            {
                return i;
            }
        }
        return 0;
    }

    private void requireIndex(final String what, final int index, final int count, final int portNum)
    {
        if (index >= count)
        {
            throw new CommandFailedException(
                url + " has no " + what + ' ' + index + " at port " + portNum + ", only 0 to " + (count - 1));
        }
    }

    private static DataAddress at(final Port port, final int sgidIndex, final int pKeyIndex)
    {
        return new DataAddress(
            port.gids.get(sgidIndex), port.portNum, sgidIndex, pKeyIndex, port.pKeys.get(pKeyIndex));
    }
}
