package io.roce.tools.psn;

import io.roce.tools.cli.Numbers;

import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What there is to choose of {@code stale --case psn}; mixed in. */
public final class PsnOptions
{
    private static final String STEP = "--step";
    private static final String RQ_PSN = "--rq-psn";

    /** For the kinds that only have to show that PSNs mean the same to them as to the one that is sent in full. */
    private static final int STEP_DEFAULT = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = STEP,
        paramLabel = "N",
        converter = SweepConverter.class,
        description = "psn: send each N-th PSN alone, N a power of two up to " + PsnSweep.EDGE + ", but all within " +
            PsnSweep.EDGE + " of the ends of the window's halves; 1 for all 2^24. By default 1 for RC_SEND_ONLY to a " +
            "new connection with the old peer's address, " + STEP_DEFAULT + " for all else.")
    private PsnSweep sweep;

    @Option(
        names = RQ_PSN,
        paramLabel = "PSN",
        defaultValue = "0x123456",
        converter = Numbers.Uint24.class,
        description = "psn: what the new connection expects first. Default: ${DEFAULT-VALUE}.")
    private int rqPsn;

    public int rqPsn()
    {
        return rqPsn;
    }

    public PsnSweep sweepOf(final OldPacket kind)
    {
        if (sweep != null)
        {
            return sweep;
        }
        return kind == OldPacket.SEND ? PsnSweep.FULL : new PsnSweep(STEP_DEFAULT);
    }

    /**
     * Refuses options that are of no meaning, rather than passing over them.
     *
     * @param isPsn  whether it is this case.
     * @param others options of the other cases.
     */
    public void requireFitting(final boolean isPsn, final List<String> others)
    {
        for (final String option : isPsn ? others : List.of(STEP, RQ_PSN))
        {
            if (command.commandLine().getParseResult().hasMatchedOption(option))
            {
                throw new ParameterException(command.commandLine(), isPsn ?
                    "--case psn runs an adapter of its own in memory and takes no " + option :
                    option + " goes with --case psn");
            }
        }
    }

    private static final class SweepConverter implements ITypeConverter<PsnSweep>
    {
        @Override
        public PsnSweep convert(final String text)
        {
            try
            {
                return new PsnSweep((int)Numbers.parse(text, 1, PsnSweep.EDGE));
            }
            catch (final IllegalArgumentException ex)
            {
                throw new TypeConversionException(ex.getMessage());
            }
        }
    }
}
