package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;

/** What the end that waits does in a phase. */
interface ServingRun
{
    /** Goes on until the line says that there was the last message; answers what it said. */
    JsonNode run();

    /**
     * Looks at what has come. To be called when no more comes.
     *
     * @param last as {@link #run} has answered.
     */
    Verification verify(JsonNode last);

    /** Messages that have come; {@link ServedPhase#UNKNOWN} where they are not seen coming. */
    long received();
}
