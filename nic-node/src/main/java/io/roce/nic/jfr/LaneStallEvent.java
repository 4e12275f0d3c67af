package io.roce.nic.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A lane was busy with one thing for long. */
@Name("io.roce.LaneStall")
@Label("Lane Stall")
@Category({"RoCE", "Lanes"})
@Description("A turn of a lane's event loop took long: no datagram was taken meanwhile")
@Threshold("10 ms")
@StackTrace(false)
final class LaneStallEvent extends Event
{
    @Label("Work")
    @Description("RECEIVE_BATCH, COMMAND, SIGNAL, TIMERS or TICK")
    String work;

    @Label("Command")
    @Description("The class whose command it was: LaneHold's waits for another lane; null for other work")
    String command;
}
