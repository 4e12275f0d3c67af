package io.roce.tools.stale;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.NodePorts;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.pace.Pause;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.FromOption;
import io.roce.tools.send.SourceAddress;
import io.roce.tools.send.UdpSink;
import io.roce.wire.PKey;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;

import org.agrona.concurrent.SystemNanoClock;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roce stale}. */
@Command(
    name = "stale",
    description = {
        "The stale drill: an old peer goes on sending to the number of a queue pair while that is destroyed, held " +
            "back, free and given away again.",
        "Prints the expected fate of each packet beside the one it met; exit status 1 when they differ, or when the " +
            "node's quarantine is neither none nor a time, which is what the drill can wait for."
    })
public final class StaleCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Option(
        names = "--to",
        paramLabel = "ADDR[:PORT]",
        description = "Which of the node's addresses the packets go to, and the queue pairs are at; port 4791 unless " +
            "said. By default the first.")
    private InetSocketAddress to;

    @Mixin
    private FromOption from;

    @Mixin
    private Output output;

    @Option(
        names = "--max-wait",
        paramLabel = "DURATION",
        defaultValue = "30s",
        description = "Do not wait longer for the end of a quarantine. Default: ${DEFAULT-VALUE}.")
    private Duration maxWait;

    @Override
    public Integer call() throws IOException
    {
        final AdminClient client = node.client();
        final NodePorts ports = client.ports();
        final DataAddress at = ports.of(to == null ? ports.first().udp() : to);
        final DrillResult result;
        try (UdpSink sink = UdpSink.open(from.toward(at.udp()), at.udp()); OwnedQps owned = new OwnedQps(client, at))
        {
            result = run(client, sink, PKey.ofFullMember(at.pKey()), owned);
        }
        if (output.isJson())
        {
            output.json(StaleText.json(result).put("node", client.url()));
        }
        else
        {
            StaleText.print(result, output.out());
        }
        return result.isOk() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private DrillResult run(final NodeAdmin admin, final UdpSink sink, final int pKey, final OwnedQps owned)
        throws IOException
    {
        final ProgressNote note = new ProgressNote(output.err());
        final QuarantineWait quarantine = new QuarantineWait(
            admin,
            SystemNanoClock.INSTANCE,
            Pause.REAL,
            maxWait.toNanos(),
            leftNs -> note.show("waiting for the end of the quarantine: " + Durations.format(leftNs)));
        final StaleDrill drill = new StaleDrill(
            owned,
            new CraftedOldPeer(sink, pKey),
            new LedgerWatch(admin, SystemNanoClock.INSTANCE, Pause.REAL),
            quarantine,
            sink.from().getAddress(),
            SourceAddress.otherThan(sink.from().getAddress()),
            step -> note.clear());
        try
        {
            return drill.run();
        }
        finally
        {
            note.clear();
        }
    }
}
