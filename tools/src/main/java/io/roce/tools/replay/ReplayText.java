package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;

/** The result of a replay as a person reads it. */
final class ReplayText
{
    private ReplayText()
    {
    }

    static void print(
        final ReplayResult result,
        final List<String> unused,
        final InetSocketAddress from,
        final InetSocketAddress to,
        final PrintWriter out)
    {
        if (!result.provisioned().isEmpty())
        {
            final TextTable table = new TextTable("RECORDED AT", "QPN", "TYPE", "ON THE NODE");
            for (final ProvisionedQp qp : result.provisioned())
            {
                table.row(
                    Addresses.format(qp.recorded().endpoint().address()),
                    Qpn.format(qp.recorded().endpoint().qpn()),
                    qp.recorded().type(),
                    Qpn.format(qp.qpn()));
            }
            table.print(out);
            out.println();
        }
        out.println(result.outcome().sentence(from, to));
        result.skipped().forEach((reason, count) -> out.println("skipped " + count + ": " + reason));
        if (result.icrcsNotJudged() > 0)
        {
            out.println(result.icrcsNotJudged() == 1 ?
                "1 packet whose recorded ICRC could not be judged was given a right one" : result.icrcsNotJudged() +
                " packets whose recorded ICRC could not be judged were given a right one");
        }
        unused.forEach(name -> out.println("no packet went to " + name + ", which --map-qp names"));
        result.outcome().lines().forEach(out::println);
    }
}
