package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.io.PrintWriter;

/** The result of a replay as a person reads it. */
final class ReplayText
{
    private ReplayText()
    {
    }

    static void print(final ReplayResult result, final PrintWriter out, final String from, final String to)
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
        final long sent = result.outcome().sent();
        out.println("sent " + sent + (sent == 1 ? " packet" : " packets") + " from " + from + " to " + to);
        result.skipped().forEach((reason, count) -> out.println("skipped " + count + ": " + reason));
        result.outcome().lines().forEach(out::println);
    }
}
