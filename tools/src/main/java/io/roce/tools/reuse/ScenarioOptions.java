package io.roce.tools.reuse;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Labels;
import io.roce.tools.cli.Numbers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What the cells of the study are around: mixed in. */
final class ScenarioOptions
{
    /** Creates that may happen while the longest delay lasts: beyond, a cell would take minutes. */
    private static final double MAX_CREATES = 20_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--pool",
        paramLabel = "N",
        defaultValue = "256",
        converter = PoolConverter.class,
        description = "Numbers, 16 to 4096. Default: ${DEFAULT-VALUE}.")
    private int pool;

    @Option(
        names = "--live",
        paramLabel = "PERCENT",
        defaultValue = "50",
        converter = LiveConverter.class,
        description = "Queue pairs that live in the mean, in percent of the pool, 1 to 97. Default: ${DEFAULT-VALUE}.")
    private int live;

    @Option(
        names = "--churn",
        paramLabel = "N",
        defaultValue = "200",
        converter = ChurnConverter.class,
        description = "Queue pairs that are created in a second, and as many destroyed. Default: ${DEFAULT-VALUE}.")
    private int churn;

    @Option(
        names = "--delay",
        paramLabel = "LAW",
        defaultValue = "exp:100ms",
        description = "How long after the end of its connection a stale packet comes: fixed:TIME, exp:MEAN, " +
            "pareto:SHORTEST,ALPHA, or capture:FILE, as late as requests of that capture were sent again. " +
            "Default: ${DEFAULT-VALUE}.")
    private String delay;

    @Option(
        names = "--longest",
        paramLabel = "TIME",
        defaultValue = "1s",
        description = "None comes later, whatever the law says. Default: ${DEFAULT-VALUE}.")
    private Duration longest;

    @Option(
        names = "--peers",
        paramLabel = "N",
        defaultValue = "4",
        converter = PeersConverter.class,
        description = "Addresses that peers have; each new connection is to any of them. Default: ${DEFAULT-VALUE}.")
    private int peers;

    @Option(
        names = "--psn-bits",
        paramLabel = "N",
        defaultValue = "0",
        converter = BitsConverter.class,
        description = "Bits of their first PSN that connections draw, 0 to 24; the rest is the same for all. " +
            "Default: " +
            "${DEFAULT-VALUE}.")
    private int psnBits;

    @Option(
        names = "--packet",
        paramLabel = "KIND",
        defaultValue = "rc-send",
        converter = PacketConverter.class,
        completionCandidates = PacketConverter.class,
        description = "What stale packets ask for: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private StalePacket packet;

    /** The cell that is chosen: without a quarantine, numbers in random order. */
    Scenario scenario()
    {
        final Delay chosen = delay(delay);
        final double longestNeeded = Math.max(chosen.max(), longestSeconds());
        if (churn * longestNeeded > MAX_CREATES)
        {
            throw new ParameterException(command.commandLine(),
                ("%,d creates a second over delays up to %s are more than %,.0f at a time: choose less churn or " +
                    "shorter delays").formatted(
                        churn, Durations.format(Math.round(longestNeeded * 1e9)), MAX_CREATES));
        }
        return new Scenario(
            pool, live / 100.0, churn, peers, psnBits, packet, Sender.OLD_PEER, chosen, Comeback.REISSUE,
            AllocationOrder.RANDOM, QuarantinePolicy.NONE);
    }

    /** What was chosen, and the other laws beside it with a tenth of the longest delay for a scale. */
    List<Delay> delays(final Delay chosen)
    {
        final double max = longestSeconds();
        final List<Delay> delays = new ArrayList<>(List.of(chosen));
        final String tenth = Durations.format(Math.round(max / 10 * 1e9));
        final String fiftieth = Durations.format(Math.round(max / 50 * 1e9));
        for (final String law : List.of("fixed:" + tenth, "exp:" + tenth, "pareto:" + fiftieth + ",1.5"))
        {
            if (!law.equals(delay) && !law.substring(0, 3).equals(delay.substring(0, 3)))
            {
                delays.add(delay(law));
            }
        }
        return delays;
    }

    /** For the report. */
    List<List<String>> facts()
    {
        return List.of(
            List.of("pool", pool + " numbers, " + live + " % live in the mean"),
            List.of("churn", churn + " creates a second"),
            List.of("stale packets", packet.description() + ", " + delay + ", at most " +
                Durations.format(longest.toNanos())),
            List.of("peers", peers + " addresses, " + psnBits + " bits of the first PSN drawn"));
    }

    private Delay delay(final String text)
    {
        try
        {
            return DelayOption.parse(text, longestSeconds());
        }
        catch (final TypeConversionException e)
        {
            throw new ParameterException(
                command.commandLine(), "Invalid value for option '--delay': " + e.getMessage());
        }
    }

    private double longestSeconds()
    {
        final double seconds = longest.toNanos() / 1e9;
        if (seconds <= 0 || longest.toHours() > 1)
        {
            throw new ParameterException(command.commandLine(),
                "Invalid value for option '--longest': " + Durations.format(longest.toNanos()) +
                    " is out of range: more than 0, up to 1h");
        }
        return seconds;
    }

    private static final class PoolConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 16, 4_096);
        }
    }

    private static final class LiveConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 97);
        }
    }

    private static final class ChurnConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 1_000_000);
        }
    }

    private static final class PeersConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 256);
        }
    }

    private static final class BitsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, Scenario.MAX_PSN_BITS);
        }
    }

    private static final class PacketConverter extends Labels<StalePacket>
    {
        PacketConverter()
        {
            super(StalePacket.values(), StalePacket::label);
        }
    }
}
