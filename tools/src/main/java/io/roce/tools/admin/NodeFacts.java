package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;

import java.net.InetSocketAddress;

import picocli.CommandLine.TypeConversionException;

/** What a node says of itself in {@code /v1/node}, as far as other commands need it. */
public final class NodeFacts
{
    private NodeFacts()
    {
    }

    /** Where the node receives data. */
    public static InetSocketAddress dataAddress(final AdminClient client)
    {
        final JsonNode udp = client.request("GET", "/v1/node", null).path("udp");
        try
        {
            return Addresses.parse(udp.asText());
        }
        catch (final TypeConversionException e)
        {
            throw new NodeUnreachableException(
                "what answers at " + client.url() + " is not a node: it does not say where it receives data", e);
        }
    }
}
