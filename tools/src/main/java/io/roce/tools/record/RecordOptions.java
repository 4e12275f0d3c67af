package io.roce.tools.record;

import io.roce.nic.record.RecordConfig;
import io.roce.nic.record.RecordMode;
import io.roce.tools.cli.Numbers;

import java.nio.file.Path;
import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What a node records and where to; {@link #defaultValue} says what they are when they are not given. */
public final class RecordOptions
{
    private static final int MAX_SIZE = 1 << 30;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--record",
        paramLabel = "FILE",
        converter = FileConverter.class,
        description = "Record what comes and goes to this pcapng file, each packet with a comment that says how it " +
            "ended and why. A file that is there already moves as if it were full. Default: none.")
    private Path file;

    @Option(
        names = "--record-only",
        paramLabel = "WHAT",
        converter = RecordModes.class,
        completionCandidates = RecordModes.class,
        description = "What is recorded: ${COMPLETION-CANDIDATES}; drops are packets that came in and were dropped. " +
            "Default: ${DEFAULT-VALUE}.")
    private RecordMode mode;

    @Option(
        names = "--record-size",
        paramLabel = "BYTES",
        converter = SizeConverter.class,
        description = "When a file is full, 64k to 1GiB: it becomes FILE.1, that FILE.2, and so on. " +
            "Default: ${DEFAULT-VALUE}.")
    private int maxFileBytes;

    @Option(
        names = "--record-files",
        paramLabel = "N",
        converter = CountConverter.class,
        description = "Files there are at most, 1 to 1000; the oldest goes. Default: ${DEFAULT-VALUE}.")
    private int maxFiles;

    @Option(
        names = "--record-off",
        description = "Record nothing until \"roce record on\" or the admin API says so. Default: off.")
    private boolean isOff;

    /** @throws ParameterException when they do not go together. */
    public RecordConfig config()
    {
        if (file == null)
        {
            final ParseResult given = command.commandLine().getParseResult();
            for (final String option : List.of("--record-only", "--record-size", "--record-files", "--record-off"))
            {
                if (given.hasMatchedOption(option))
                {
                    throw new ParameterException(command.commandLine(), option + " needs --record FILE");
                }
            }
        }
        return new RecordConfig(file, mode, !isOff, maxFileBytes, maxFiles);
    }

    /** Of an option by its name; null when it is none of these. */
    public static String defaultValue(final String option)
    {
        return switch (option)
        {
            case "--record-only" -> RecordConfig.NONE.mode().label();
            case "--record-size" -> (RecordConfig.MAX_FILE_BYTES_DEFAULT >> 20) + "MiB";
            case "--record-files" -> String.valueOf(RecordConfig.MAX_FILES_DEFAULT);
            default -> null;
        };
    }

    static final class FileConverter implements ITypeConverter<Path>
    {
        @Override
        public Path convert(final String text)
        {
            if (text.isEmpty())
            {
                throw new TypeConversionException("'' names no file");
            }
            return Path.of(text).toAbsolutePath().normalize();
        }
    }

    static final class SizeConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return Numbers.parseSize(text, (int)RecordConfig.MIN_FILE_BYTES, MAX_SIZE);
        }
    }

    static final class CountConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, RecordConfig.MAX_FILES);
        }
    }
}
