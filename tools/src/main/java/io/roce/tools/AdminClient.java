package io.roce.tools;

import com.fasterxml.jackson.databind.JsonNode;

import java.net.InetSocketAddress;

/** Talks to one node's admin API. */
public final class AdminClient
{
    public AdminClient(final InetSocketAddress admin)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * One request.
     *
     * @param body null for none.
     * @return the answer's JSON.
     * @throws AdminException     when the node refused; it has the status and the code.
     * @throws NodeUnreachableException when there was no answer; exit status 3.
     */
    public JsonNode request(final String method, final String path, final JsonNode body)
    {
        throw new UnsupportedOperationException();
    }
}
