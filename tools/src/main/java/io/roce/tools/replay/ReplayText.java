package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.TextTable;
import io.roce.tools.ledger.SendOutcome;
import io.roce.tools.send.RefusalSentence;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.util.List;

/** The result of a replay as a person reads it. */
final class ReplayText
{
    private ReplayText()
    {
    }

    /** @param isOneWay whether all packets went to one node. */
    static void print(
        final ReplayResult result, final UnusedRules unused, final boolean isOneWay, final PrintWriter out)
    {
        if (!result.provisioned().isEmpty())
        {
            provisioned(result.provisioned(), isOneWay).print(out);
            out.println();
        }
        for (final NodeResult node : result.nodes())
        {
            for (final NodeResult.Way way : node.ways())
            {
                out.println(SendOutcome.sentence(way.sent(), way.from(), way.to()));
                if (way.refusals().count() > 0)
                {
                    out.println(RefusalSentence.of(way.refusals()));
                }
            }
            if (!isOneWay)
            {
                node.outcome().lines().forEach(out::println);
            }
        }
        result.skipped().forEach((reason, count) -> out.println("skipped " + count + ": " + reason));
        if (result.endedBefore() > 0)
        {
            out.println("ended before frame " + result.endedBefore());
        }
        if (result.icrcsNotJudged() > 0)
        {
            out.println(result.icrcsNotJudged() == 1 ?
                "1 packet whose recorded ICRC could not be judged was given a right one" : result.icrcsNotJudged() +
                " packets whose recorded ICRC could not be judged were given a right one");
        }
        unused.sentences().forEach(out::println);
        if (isOneWay)
        {
            result.nodes().get(0).outcome().lines().forEach(out::println);
        }
        if (result.lateness().count() > 0)
        {
            out.println(result.lateness().sentence());
        }
    }

    private static TextTable provisioned(final List<ProvisionedQp> qps, final boolean isOneWay)
    {
        final TextTable table = isOneWay ?
            new TextTable("RECORDED AT", "QPN", "TYPE", "ON THE NODE") :
            new TextTable("RECORDED AT", "QPN", "TYPE", "NOW AT", "QPN");
        for (final ProvisionedQp qp : qps)
        {
            final String address = Addresses.format(qp.recorded().endpoint().address());
            final String recorded = Qpn.format(qp.recorded().endpoint().qpn());
            if (isOneWay)
            {
                table.row(address, recorded, qp.recorded().type(), Qpn.format(qp.qpn()));
            }
            else
            {
                table.row(
                    address, recorded, qp.recorded().type(), Addresses.format(qp.at()), Qpn.format(qp.qpn()));
            }
        }
        return table;
    }
}
