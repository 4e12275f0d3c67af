package io.roce.tools.node;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.Inet4Address;
import java.util.List;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Starts a node for a command: what it refuses is said as the command's failure, and what differs as a notice. */
public final class OpenNode
{
    /** Elsewhere nobody expects link mmsg. */
    private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    private OpenNode()
    {
    }

    /**
     * A node that serves. What is not as asked for is said on standard error.
     *
     * @throws ParameterException     when the configuration is wrong.
     * @throws CommandFailedException when an address cannot be bound.
     */
    public static NicNode open(final NicNodeConfig config, final CommandLine command)
    {
        try
        {
            final NicNode node = NicNode.open(config);
            notices(config, linkFigures(node), command.getErr());
            noticeOfSteering(config, node, command.getErr());
            return node;
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(command, e.getMessage(), e);
        }
        catch (final IOException e)
        {
            throw new CommandFailedException("the node cannot start: " + e.getMessage(), e);
        }
    }

    private static void noticeOfSteering(final NicNodeConfig config, final NicNode node, final PrintWriter err)
    {
        if (config.lanes().count() > 1 && config.lanes().steering() == LaneSteering.AUTO && !node.isSteered())
        {
            err.println("notice: the system does not bring packets to the lane that has their queue pair, so the " +
                "lanes hand over what comes to the wrong one");
            err.flush();
        }
    }

    static List<LinkFigures> linkFigures(final NicNode node)
    {
        return node.lane().submit(() -> node.lane().linkFigures()).join();
    }

    /** What differs from what was asked for, or from what other nodes do. */
    static void notices(final NicNodeConfig config, final List<LinkFigures> links, final PrintWriter err)
    {
        final LinkKind kind = links.get(0).kind();
        final String unavailability = UdpLink.unavailability(LinkKind.MMSG);
        if (config.link() == LinkKind.AUTO && unavailability != null && IS_LINUX)
        {
            err.println("notice: link " + kind.label() + " takes the place of mmsg, which is not available here: " +
                unavailability);
        }
        if (links.stream().anyMatch(
            link -> !link.isIdentificationZero() && link.udp().getAddress() instanceof Inet4Address))
        {
            err.println("notice: the ICRC of what this node sends over IPv4 is not valid on the wire: with link " +
                kind.label() + " the don't-fragment bit cannot be set here");
        }
        final int receiveBufferBytes = links.stream().mapToInt(LinkFigures::receiveBufferBytes).min().orElseThrow();
        if (receiveBufferBytes < config.receiveBufferBytes())
        {
            err.println("notice: the system gave a receive buffer of " + receiveBufferBytes + " bytes, not " +
                config.receiveBufferBytes() + "; net.core.rmem_max bounds it on Linux");
        }
        err.flush();
    }
}
