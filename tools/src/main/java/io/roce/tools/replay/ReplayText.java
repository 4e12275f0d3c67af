package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.net.InetSocketAddress;

/** The result of a replay as a person reads it. */
final class ReplayText
{
    private ReplayText()
    {
    }

    static void print(
        final ReplayResult result, final InetSocketAddress from, final InetSocketAddress to, final PrintWriter out)
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
        result.outcome().lines().forEach(out::println);
    }
}
