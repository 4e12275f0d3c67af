package io.roce.nic.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Something happened in the life of a queue pair. */
@Name("io.roce.QueuePair")
@Label("Queue Pair")
@Category({"RoCE", "Queue Pairs"})
@Description("A queue pair was created, went to another state or was destroyed, or its number left the quarantine")
@StackTrace(false)
final class QueuePairEvent extends Event
{
    @Label("Step")
    @Description("CREATED, MODIFIED, FAILED, DESTROYED or RELEASED")
    String step;

    @Label("QP Number")
    int qpn;

    @Label("Type")
    @Description("Transport service; null when the number was released")
    String type;

    @Label("Generation")
    @Description("Counts the queue pairs of a lane; 0 when the number was released")
    long generation;

    @Label("Epoch")
    @Description("Counts how often the queue pair went back to RESET")
    int epoch;

    @Label("From State")
    String fromState;

    @Label("To State")
    String toState;
}
