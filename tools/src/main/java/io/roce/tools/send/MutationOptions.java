package io.roce.tools.send;

import io.roce.tools.cli.Labels;
import io.roce.tools.cli.Numbers;
import io.roce.wire.packet.RoceDatagram;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Packets changed at random. */
final class MutationOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
        names = "--mutate",
        paramLabel = "N",
        converter = Numbers.Count.class,
        description = "Send N packets drawn from those described, each with one change at random. --icrc keep leaves " +
            "their ICRC as it was before.")
    private Integer count;

    @Option(
        names = "--mutate-what",
        paramLabel = "WHAT",
        split = ",",
        converter = MutationConverter.class,
        completionCandidates = MutationConverter.class,
        description = "What is changed: ${COMPLETION-CANDIDATES}, or both, joined by a comma, which is the default.")
    private List<Mutation> mutations;

    @Option(
        names = "--seed",
        paramLabel = "N",
        converter = Numbers.Seed.class,
        description = "Where the draws come from: the same seed makes the same packets. By default any; it is said.")
    private Long seed;

    boolean isGiven()
    {
        return count != null;
    }

    /** As unsigned; the same one at each call. */
    long seed()
    {
        return seed;
    }

    /** The packets, changed where they are to be. */
    PacketSeries mutated(final PacketSeries packets, final RoceDatagram datagram, final IcrcChange icrc)
    {
        if (count == null)
        {
            if (seed != null || mutations != null)
            {
                throw new ParameterException(
                    spec.commandLine(), (seed == null ? "--mutate-what" : "--seed") + " goes with --mutate");
            }
            return packets;
        }
        if (seed == null)
        {
            seed = new SecureRandom().nextLong() >>> Integer.SIZE;
        }
        final Set<Mutation> chosen = mutations == null ? EnumSet.allOf(Mutation.class) : EnumSet.copyOf(mutations);
        return new MutatedPackets(packets, datagram, count, seed, chosen, icrc);
    }

    private static final class MutationConverter extends Labels<Mutation>
    {
        MutationConverter()
        {
            super(Mutation.values(), Mutation::label);
        }
    }
}
