package io.roce.tools.replay;

import io.roce.wire.icrc.Envelope;

import java.io.IOException;

/** Which way a recorded packet takes. */
@FunctionalInterface
interface Routing
{
    /** Null when it has none and is left out. */
    Route of(Envelope envelope) throws IOException;
}
