package io.roce.tools.stale;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.NodePorts;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Labels;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.Parallel;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.pace.Pause;
import io.roce.tools.psn.PsnDrill;
import io.roce.tools.psn.PsnOptions;
import io.roce.tools.psn.PsnResult;
import io.roce.tools.psn.PsnText;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.FromOption;
import io.roce.tools.send.SourceAddress;
import io.roce.tools.send.UdpSink;
import io.roce.wire.PKey;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
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
            "back, free and given away again; or while it goes through RESET and up again.",
        "With --case psn no node is asked: an adapter in memory gives the number away at once, without quarantine, " +
            "for each PSN that a packet of the old peer can have, and what the transport makes of them is counted. " +
            "They are requests, with keys that are and are not valid any more, and an ACK.",
        "Prints the expected fate of each packet, or number of packets, beside the one that it met; exit status 1 " +
            "when they differ, or when the drill would have to wait too long. Where a count of other numbers holds " +
            "one back, the drill creates and destroys as many queue pairs, up to " + QuarantineWait.MAX_COUNT + "."
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

    @Mixin
    private PsnOptions psn;

    @Option(
        names = "--case",
        paramLabel = "CASE",
        defaultValue = "destroy",
        converter = CaseConverter.class,
        completionCandidates = CaseConverter.class,
        description = "What becomes of the queue pair: ${COMPLETION-CANDIDATES}. One that is reset keeps its number, " +
            "and only the node's reset hold delays it. Default: ${DEFAULT-VALUE}.")
    private StaleCase drilled;

    @Option(
        names = "--max-wait",
        paramLabel = "DURATION",
        defaultValue = "30s",
        description = "Do not wait longer for the end of a quarantine or a reset hold. Default: ${DEFAULT-VALUE}.")
    private Duration maxWait;

    @Override
    public Integer call() throws IOException
    {
        psn.requireFitting(drilled == StaleCase.PSN, List.of("--node", "--token", "--to", "--from", "--max-wait"));
        return drilled == StaleCase.PSN ? runInMemory() : runOnNode();
    }

    private int runInMemory()
    {
        final ProgressNote note = new ProgressNote(output.err());
        final int threads = Math.min(Parallel.THREADS, Runtime.getRuntime().availableProcessors());
        final PsnResult result;
        try
        {
            result = new PsnDrill(psn.rqPsn(), psn::sweepOf, threads, note::show).run();
        }
        finally
        {
            note.clear();
        }
        if (output.isJson())
        {
            output.json(PsnText.json(result));
        }
        else
        {
            PsnText.print(result, output.out());
        }
        return result.isOk() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private int runOnNode() throws IOException
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
        final HoldWait wait = new HoldWait(
            SystemNanoClock.INSTANCE,
            Pause.REAL,
            maxWait.toNanos(),
            leftNs -> note.show("waiting for the end of the " +
                (drilled == StaleCase.RESET ? "reset hold: " : "quarantine: ") + Durations.format(leftNs)));
        final InetAddress old = sink.from().getAddress();
        final DrillPeers peers = new DrillPeers(old, SourceAddress.otherThan(old));
        final FateProbe probe = new FateProbe(
            admin,
            new CraftedOldPeer(sink, pKey),
            new LedgerWatch(admin, SystemNanoClock.INSTANCE, Pause.REAL),
            step -> note.clear());
        try
        {
            return drilled == StaleCase.RESET ?
                new ResetDrill(admin, owned, probe, wait, peers).run() :
                new DestroyDrill(admin, owned, probe, new QuarantineWait(admin, owned, wait), peers).run();
        }
        finally
        {
            note.clear();
        }
    }

    private static final class CaseConverter extends Labels<StaleCase>
    {
        CaseConverter()
        {
            super(StaleCase.values(), StaleCase::label);
        }
    }
}
