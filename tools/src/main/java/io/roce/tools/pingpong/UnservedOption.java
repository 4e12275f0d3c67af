package io.roce.tools.pingpong;

import picocli.CommandLine;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Options of {@code ibv_rc_pingpong} that ask for what this adapter has not: known, and refused with the reason. */
enum UnservedOption
{
    ODP("-o", "--odp", "memory is not pinned here, so there is nothing to page on demand"),
    IODP("-O", "--iodp", "memory is not pinned here, so there is nothing to page on demand"),
    PREFETCH("-P", "--prefetch", "memory is not paged on demand here, so there is nothing to prefetch"),
    TS("-t", "--ts", "completions carry no time stamp here"),
    DM("-j", "--dm", "this adapter has no memory of its own"),
    NEW_SEND("-N", "--new_send", "there is one way to post a send here"),
    ALLOW_CC_UNPROTECTED(
        "-U", "--allow-cc-unprotected", "there is no memory here that is shared with a confidential guest's host");

    private final String letter;
    private final String longName;
    private final String reason;

    UnservedOption(final String letter, final String longName, final String reason)
    {
        this.letter = letter;
        this.longName = longName;
        this.reason = reason;
    }

    String letter()
    {
        return letter;
    }

    String longName()
    {
        return longName;
    }

    /** Half a sentence. */
    String reason()
    {
        return reason;
    }

    /** @throws ParameterException when one of them was given. */
    static void refuse(final CommandLine command)
    {
        for (final UnservedOption option : values())
        {
            if (command.getParseResult().hasMatchedOption(option.longName))
            {
                throw new ParameterException(command, option.letter + ", " + option.longName + ": " + option.reason);
            }
        }
    }

    /** Adds them to a command. */
    static final class Transformer implements IModelTransformer
    {
        @Override
        public CommandSpec transform(final CommandSpec spec)
        {
            for (final UnservedOption option : values())
            {
                spec.addOption(OptionSpec.builder(option.letter, option.longName)
                    .arity("0")
                    .description("Refused: " + option.reason + '.')
                    .build());
            }
            return spec;
        }
    }
}
