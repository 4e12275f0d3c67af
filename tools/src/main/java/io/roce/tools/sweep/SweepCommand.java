package io.roce.tools.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.NodePorts;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Labels;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.FromOption;
import io.roce.tools.send.UdpSink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roce sweep}. */
@Command(
    name = "sweep",
    description = {
        "Attacks of the literature against queue pairs that are made for it on a node: how many packets passed " +
            "admission and how many were executed, the first that got through, and what arithmetic says. The node is " +
            "one that you run: its address is a loopback or a private one.",
        "Papers: ReDMArk (USENIX Security 2021), NeVerMore (CCS 2022), sRDMA (USENIX ATC 2020). Exit status 1 when " +
            "what was measured cannot be by arithmetic."
    },
    sortOptions = false)
public final class SweepCommand implements Callable<Integer>
{
    private static final int UNIQUE_LOCAL = 0xFC;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOption node;

    @Option(
        names = "--to",
        paramLabel = "ADDR[:PORT]",
        description = "Which of the node's addresses is attacked; port 4791 unless said. By default the first.")
    private InetSocketAddress to;

    @Mixin
    private FromOption from;

    @Option(
        names = "--attack",
        paramLabel = "NAME",
        split = ",",
        converter = AttackConverter.class,
        completionCandidates = AttackConverter.class,
        description = "One of them, or several joined by commas: ${COMPLETION-CANDIDATES}. By default all.")
    private List<Attack> attacks = List.of(Attack.values());

    @Mixin
    private SweepBounds bounds;

    @Option(
        names = "--seed",
        paramLabel = "N",
        converter = Numbers.Seed.class,
        description = "Where guesses are drawn from, and secrets but for keys of memory. By default any; it is said.")
    private Long seed;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException
    {
        if (to != null)
        {
            requireOwn(to.getAddress());
        }
        final AdminClient client = node.client();
        final NodePorts ports = client.ports();
        final DataAddress at = ports.of(to == null ? ports.first().udp() : to);
        requireOwn(at.udp().getAddress());
        if (seed == null)
        {
            seed = new SecureRandom().nextLong() >>> Integer.SIZE;
        }
        final JsonNode figures = client.request("GET", "/v1/node", null);
        final List<AttackResult> results;
        try (UdpSink sink = UdpSink.open(from.toward(at.udp()), at.udp());
            OwnedQps owned = new OwnedQps(client, at);
            Victims memory = new Victims(client, owned))
        {
            final Ground ground = new Ground(
                client, at, sink, owned, memory, new SplittableRandom(seed), bounds.victims(), bounds.unknownBits(),
                bounds.probes(), bounds.maxPackets(), bounds.maxTimeNs());
            results = new SweepRun(ground, figures, new ProgressNote(output.err())).run(attacks);
        }
        if (output.isJson())
        {
            output.json(SweepText.json(figures, seed, results).put("node", client.url()));
        }
        else
        {
            SweepText.print(figures, seed, results, output.out());
        }
        return results.stream().allMatch(AttackResult::isOk) ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void requireOwn(final InetAddress address)
    {
        final boolean isUniqueLocal =
            address.getAddress().length == 16 && (address.getAddress()[0] & 0xFE) == UNIQUE_LOCAL;
        if (!address.isLoopbackAddress() && !address.isSiteLocalAddress() && !address.isLinkLocalAddress() &&
            !isUniqueLocal)
        {
            throw new ParameterException(spec.commandLine(), Addresses.format(address) +
                " is neither a loopback nor a private address: attacks are for nodes of your own");
        }
    }

    private static final class AttackConverter extends Labels<Attack>
    {
        AttackConverter()
        {
            super(Attack.values(), Attack::label);
        }
    }
}
