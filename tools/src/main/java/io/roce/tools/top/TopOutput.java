package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;

/** Where the run of the command shows what it knows. Called by the run's thread alone. */
interface TopOutput
{
    /** Whether it wants snapshots as they come; they are many times larger than what is shown of them. */
    default boolean isOfJson()
    {
        return false;
    }

    /**
     * A snapshot has come.
     *
     * @param node index of whose it is.
     * @param json as it came; null unless it is wanted.
     */
    default void onSnapshot(final int node, final JsonNode json)
    {
    }

    /** Every node has something new to show, or is not there. */
    default void onRound()
    {
    }

    /** Now and then, and when something may have changed. */
    default void onTurn()
    {
    }
}
