package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;

/** Is told what comes of one node, on a thread that reads from that node alone and may be made to wait. */
interface StreamListener
{
    /** @param json as it came. */
    void onSnapshot(Snapshot snapshot, JsonNode json) throws InterruptedException;

    /**
     * The node does not answer, has refused, or has gone away; it will be asked again.
     *
     * @param failure says why in its message.
     */
    void onFailure(RuntimeException failure) throws InterruptedException;

    /** Nothing more will come, and that is no fault of the node's. */
    void onDefect(RuntimeException defect) throws InterruptedException;
}
