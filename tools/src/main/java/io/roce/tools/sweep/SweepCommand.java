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
import io.roce.tools.pace.Pause;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.FromOption;
import io.roce.tools.send.UdpSink;
import io.roce.tools.stale.HoldWait;
import io.roce.tools.stale.NodePolicies;
import io.roce.tools.stale.QuarantineWait;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import org.agrona.concurrent.SystemNanoClock;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
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

    @Option(
        names = "--victims",
        paramLabel = "N",
        defaultValue = "4",
        converter = VictimsConverter.class,
        description = "Of how many queue pairs, one after the other, a value is guessed. Default: ${DEFAULT-VALUE}.")
    private int victims;

    @Option(
        names = "--unknown-bits",
        paramLabel = "N",
        defaultValue = "12",
        converter = BitsConverter.class,
        description = "How many low bits of a PSN or Q_Key the attacker does not know, 1 to 24. What it takes " +
            "without knowing anything is told beside. Default: ${DEFAULT-VALUE}.")
    private int unknownBits;

    @Option(
        names = "--probes",
        paramLabel = "N",
        defaultValue = "1000",
        converter = ProbesConverter.class,
        description = "Packets of an attack that guesses nothing. Default: ${DEFAULT-VALUE}.")
    private int probes;

    @Option(
        names = "--max-packets",
        paramLabel = "N",
        defaultValue = "262144",
        converter = Numbers.Count.class,
        description = "Of each attack. Default: ${DEFAULT-VALUE}.")
    private int maxPackets;

    @Option(
        names = "--max-time",
        paramLabel = "DURATION",
        defaultValue = "60s",
        description = "For each attack, and no longer wait for the end of a quarantine. Default: ${DEFAULT-VALUE}.")
    private Duration maxTime;

    @Option(
        names = "--seed",
        paramLabel = "N",
        converter = SeedConverter.class,
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
        final List<AttackResult> results = new ArrayList<>();
        try (UdpSink sink = UdpSink.open(from.toward(at.udp()), at.udp());
            OwnedQps owned = new OwnedQps(client, at);
            Victims memory = new Victims(client, owned))
        {
            final Ground ground = new Ground(client, at, sink, owned, memory, new SplittableRandom(seed), victims,
                unknownBits, Math.min(probes, maxPackets), maxPackets, maxTime.toNanos());
            run(ground, figures, results);
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

    private void run(final Ground ground, final JsonNode figures, final List<AttackResult> results) throws IOException
    {
        final ProgressNote note = new ProgressNote(output.err());
        final HoldWait wait = new HoldWait(
            SystemNanoClock.INSTANCE, Pause.REAL, maxTime.toNanos(), leftNs -> note.show("waiting for a quarantine"));
        final AdmissionAttacks admission = new AdmissionAttacks(ground, figures);
        final MemoryAttacks memory = new MemoryAttacks(ground);
        final StaleAttacks stale = new StaleAttacks(ground, NodePolicies.of(ground.admin()),
            new QuarantineWait(ground.admin(), ground.owned(), wait));
        try
        {
            for (final Attack attack : attacks)
            {
                note.show(attack.label());
                results.add(switch (attack)
                {
                    case QPN_NEXT -> admission.qpnNext();
                    case PEER -> admission.peer();
                    case P_KEY -> admission.pKey();
                    case Q_KEY -> admission.qKey();
                    case ICRC_FORGED, ICRC_RANDOM -> admission.icrc(attack);
                    case PSN_RC -> memory.psnRc();
                    case PSN_UC -> memory.psnUc();
                    case RKEY_RC -> memory.rKeyRc();
                    case RKEY_UC -> memory.rKeyUc();
                    case STALE_HELD -> stale.held();
                    case STALE_REISSUED -> stale.reissued();
                    case RESET -> stale.reset();
                });
            }
        }
        finally
        {
            note.clear();
        }
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

    private static final class VictimsConverter extends Bounded
    {
        VictimsConverter()
        {
            super(100);
        }
    }

    private static final class BitsConverter extends Bounded
    {
        BitsConverter()
        {
            super(24);
        }
    }

    private static final class ProbesConverter extends Bounded
    {
        ProbesConverter()
        {
            super(10_000);
        }
    }

    /** At least 1. */
    private abstract static class Bounded implements ITypeConverter<Integer>
    {
        private final int max;

        Bounded(final int max)
        {
            this.max = max;
        }

        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, max);
        }
    }

    private static final class SeedConverter implements ITypeConverter<Long>
    {
        @Override
        public Long convert(final String text)
        {
            return Numbers.parse(text, 0, Long.MAX_VALUE);
        }
    }
}
