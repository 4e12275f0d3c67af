package io.roce.tools.sweep;

import io.roce.tools.cli.Numbers;

import java.time.Duration;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** How much is guessed and sent, and for how long: mixed into the command. */
final class SweepBounds
{
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

    int victims()
    {
        return victims;
    }

    int unknownBits()
    {
        return unknownBits;
    }

    /** No more than {@link #maxPackets}. */
    int probes()
    {
        return Math.min(probes, maxPackets);
    }

    int maxPackets()
    {
        return maxPackets;
    }

    long maxTimeNs()
    {
        return maxTime.toNanos();
    }

    private static final class VictimsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 100);
        }
    }

    private static final class BitsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 24);
        }
    }

    private static final class ProbesConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 10_000);
        }
    }
}
