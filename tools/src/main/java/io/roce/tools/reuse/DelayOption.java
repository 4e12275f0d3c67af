package io.roce.tools.reuse;

import io.roce.tools.capture.RoceFrames;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.TypeConversionException;

/** How late stale packets come, as the command line writes it. */
final class DelayOption
{
    private static final Pattern FORM = Pattern.compile("(fixed|exp|pareto|capture):(.+)");
    private static final String FORMS =
        "fixed:TIME, exp:MEAN, pareto:SHORTEST,ALPHA or capture:FILE";
    private static final double MAX_ALPHA = 20;

    private DelayOption()
    {
    }

    /**
     * @param max seconds that none takes longer than, whatever the law says.
     * @throws TypeConversionException saying what is wrong with the text.
     */
    static Delay parse(final String text, final double max)
    {
        final Matcher form = FORM.matcher(text);
        if (!form.matches())
        {
            throw new TypeConversionException("'" + text + "' is not " + FORMS);
        }
        final String rest = form.group(2);
        return switch (form.group(1))
        {
            case "fixed" -> Delay.fixed(text, seconds(rest, max));
            case "exp" -> Delay.exponential(text, seconds(rest, max), max);
            case "pareto" -> pareto(text, rest, max);
            default -> Delay.recorded("capture:" + Path.of(rest).getFileName(), recorded(Path.of(rest)));
        };
    }

    private static Delay pareto(final String text, final String rest, final double max)
    {
        final String[] parts = rest.split(",", -1);
        if (parts.length != 2)
        {
            throw new TypeConversionException("'" + text + "' is not " + FORMS);
        }
        final double alpha;
        try
        {
            alpha = Double.parseDouble(parts[1]);
        }
        catch (final NumberFormatException e)
        {
            throw new TypeConversionException("'" + parts[1] + "' is no exponent of Pareto's law, such as 1.5");
        }
        if (!(alpha > 0 && alpha <= MAX_ALPHA))
        {
            throw new TypeConversionException(parts[1] + " is out of range: more than 0, up to " + (int)MAX_ALPHA);
        }
        final double min = seconds(parts[0], max);
        if (min >= max)
        {
            throw new TypeConversionException("'" + text + "' has none that is shorter than the longest delay");
        }
        return Delay.pareto(text, min, alpha, max);
    }

    private static double seconds(final String text, final double max)
    {
        final double seconds = Durations.parse(text).toNanos() / 1e9;
        if (seconds <= 0 || seconds > max)
        {
            throw new TypeConversionException(
                text + " is out of range: more than 0, up to the longest delay, " +
                    Durations.format((long)(max * 1e9)));
        }
        return seconds;
    }

    /** Of each request that is sent again, how long after the first time. */
    private static double[] recorded(final Path file)
    {
        final List<Double> seconds = new ArrayList<>();
        final Map<Sent, Long> first = new HashMap<>();
        try (RoceFrames frames = RoceFrames.open(file))
        {
            while (frames.next())
            {
                final RoceDatagram datagram = frames.roceFrame().datagram();
                if (datagram.error() != WireError.NONE || datagram.packet().opcode().isResponse())
                {
                    continue;
                }
                final BthFlyweight bth = datagram.packet().bth();
                final long atNs = frames.frame().timestampNs();
                final Long before = first.putIfAbsent(
                    new Sent(datagram.envelope().source(), bth.destQp(), bth.opcodeValue(), bth.psn()), atNs);
                if (before != null && atNs > before)
                {
                    seconds.add((atNs - before) / 1e9);
                }
            }
        }
        catch (final IOException e)
        {
            throw new CommandFailedException(e.getMessage(), e);
        }
        if (seconds.isEmpty())
        {
            throw new CommandFailedException(file + " has no request that was sent again: it tells no delays");
        }
        return seconds.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private record Sent(InetAddress from, int destQp, int opcode, int psn)
    {
    }
}
