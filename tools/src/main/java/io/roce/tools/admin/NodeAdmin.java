package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;

/** The admin API of one node. */
@FunctionalInterface
public interface NodeAdmin
{
    /**
     * One request.
     *
     * @param method HTTP method.
     * @param path   from the slash on, the query included.
     * @param body   null for none.
     * @return the answer's JSON.
     * @throws AdminException           when the node refused; it has the status and the code.
     * @throws NodeUnreachableException when there was no answer.
     */
    JsonNode request(String method, String path, JsonNode body);
}
