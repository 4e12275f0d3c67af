package io.roce.nic.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;
import jdk.jfr.StackTrace;

/** A datagram was dropped. */
@Name("io.roce.Drop")
@Label("Dropped Datagram")
@Category({"RoCE", "Datagrams"})
@Description("A datagram was neither delivered nor executed")
@StackTrace(false)
final class DropEvent extends Event
{
    @Label("Fate")
    @Description("How it ended")
    String fate;

    @Label("Destination QP")
    @Description("DestQP; -1 when the datagram is too short to have one")
    int qpn;

    @Label("Source Address")
    String sourceAddress;

    @Label("Source Port")
    @Description("UDP source port")
    int sourcePort;

    @Label("Length")
    @Description("BTH to ICRC")
    @DataAmount
    int length;

    @Label("Reason")
    @Description("What was expected beside what came; null where there is nothing to compare")
    String reason;

    @Label("Looked Up")
    @Description("Whether it came so far that its number was looked up")
    boolean lookedUp;

    @Label("Table Levels")
    @Description("Levels of the table that the look-up walked; 0 when the QP cache had the queue pair")
    int tableLevels;

    @Label("QP State")
    @Description("Of the queue pair that it named; null when it named none that lived")
    String state;

    @Label("QP Generation")
    long generation;

    /** Not recorded: what the rate is counted by. */
    transient long nowNs;
    private transient boolean isDecided;
    private transient boolean isAdmitted;

    /** Asked more than once for an event, which counts once. */
    @SettingDefinition
    @Name("rate")
    @Label("Rate")
    @Description("Drops that are recorded in a second at most: N/s, or off for all of them; " + DropRate.DEFAULT +
        " unless said")
    boolean rate(final DropRate setting)
    {
        if (!isDecided)
        {
            isDecided = true;
            isAdmitted = setting.admits(nowNs);
        }
        return isAdmitted;
    }
}
