package io.roce.tools.replay;

import io.roce.tools.send.PacketArguments;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How fast packets are sent, in one of several ways. */
final class PaceOptions
{
    @Option(
        names = "--speed",
        paramLabel = "X",
        converter = SpeedConverter.class,
        description = "X times as fast as recorded.")
    private Double speed;

    @Option(names = "--fast", description = "As fast as possible.")
    private boolean isFast;

    @Option(
        names = "--rate",
        paramLabel = "N/s",
        converter = PacketArguments.IntervalNs.class,
        description = "Packets a second, at even distances.")
    private Double intervalNs;

    /** @param isOneByOne whether the fate of each packet is waited for, which is no time to keep recorded gaps. */
    Pace pace(final boolean isOneByOne)
    {
        if (intervalNs != null)
        {
            return Pace.every(intervalNs);
        }
        if (speed != null)
        {
            return Pace.recorded(speed);
        }
        return isFast || isOneByOne ? Pace.AS_FAST_AS_POSSIBLE : Pace.recorded(1);
    }

    private static final class SpeedConverter implements ITypeConverter<Double>
    {
        @Override
        public Double convert(final String text)
        {
            if (!text.matches("\\d{1,9}(\\.\\d{1,9})?") || Double.parseDouble(text) == 0)
            {
                throw new TypeConversionException("'" + text + "' is not a speed above 0, such as 2 or 0.5");
            }
            return Double.parseDouble(text);
        }
    }
}
