package io.roce.nic.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What goes wrong on the way from guest 1 to a node and from the node to guest 1, until it is closed. */
final class TwoWayFaults implements AutoCloseable
{
    private static final String GUEST = "loss 5% duplicate 5% delay 2ms reorder 20%";
    private static final String NODE = "out:drop:5%;out:duplicate:5%;out:reorder=2:20%";
    private static final Pattern DROPPED = Pattern.compile("dropped (\\d+)");

    private final Guest guest;
    private final Shell node;

    TwoWayFaults(final Guest guest, final Shell node)
    {
        this.guest = guest;
        this.node = node;
        node.call("faults rules=%s", NODE);
        guest.exec("tc qdisc add dev eth0 root netem " + GUEST);
    }

    /** Packets that the guest has dropped. */
    long droppedByGuest()
    {
        final Matcher matcher = DROPPED.matcher(guest.exec("tc -s qdisc show dev eth0"));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** Packets of which the node has lost, doubled or delayed one; that is over then. */
    long endAtNode()
    {
        return node.call("faults").number("n");
    }

    @Override
    public void close()
    {
        guest.exec("tc qdisc del dev eth0 root");
        if (node.isUsable())
        {
            endAtNode();
        }
    }
}
