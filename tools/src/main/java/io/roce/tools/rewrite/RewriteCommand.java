package io.roce.tools.rewrite;

import io.roce.tools.capture.UnreadableCaptureException;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.wire.capture.CaptureCopy;
import io.roce.wire.capture.CaptureFormatException;
import io.roce.wire.capture.Frame;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce rewrite}. */
@Command(
    name = "rewrite",
    description = {
        "Make a capture of a capture, with packets changed, and checksums and ICRCs made to fit. What was wrong " +
            "stays wrong: a checksum by the same amount, an ICRC in the same bits. Malformed packets keep all that " +
            "UDP carries, but for the ICRC.",
        "The file keeps its format, and everything else that is in it: times, comments, interfaces, blocks. Hashes " +
            "of frames in pcapng options are not made anew.",
        "The ICRC is linear: the change of the headers and the length of the payload say what it becomes. It must be " +
            "in the capture: of packets that were cut, of fragments, and behind IPv4 options and IPv6 extension " +
            "headers it is left, and counted.",
        "OUT is there when all has been written. Where IN cannot be read to its end it has what was read before, and " +
            "the exit status is 1. A - stands for standard input or output."
    })
public final class RewriteCommand implements Callable<Integer>
{
    private static final Path STANDARD_INPUT = Path.of("-");

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "Capture, pcap or pcapng.")
    private Path in;

    @Parameters(index = "1", paramLabel = "OUT", description = "The new capture; another file than IN.")
    private Path out;

    @Mixin
    private RewriteOptions rules;

    @Option(
        names = "--frames",
        paramLabel = "RANGES",
        converter = FrameRanges.Converter.class,
        description = "Change these frames alone, by their numbers from 1: 3-10,17,20-.")
    private FrameRanges frames;

    @Option(
        names = "--only-qpn",
        paramLabel = "QPN",
        split = ",",
        converter = Numbers.Uint24.class,
        description = "Change RoCEv2 packets to this queue pair of the capture alone; may be repeated.")
    private List<Integer> qpns = List.of();

    @Option(names = "--drop-others", description = "Leave out the frames that are not chosen.")
    private boolean isDropOthers;

    @Option(
        names = "--repair-icrc",
        description = "Compute the ICRC of every chosen packet anew, so that one that was wrong is right.")
    private boolean isRepairIcrc;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException
    {
        requireSense();
        final FrameRewriter rewriter = new FrameRewriter(
            rules, new Selection(frames, new HashSet<>(qpns)), isDropOthers, isRepairIcrc);
        final String fault;
        try (OutputFile file = OutputFile.open(out))
        {
            fault = rewrite(rewriter, file);
            file.commit();
        }

        final RewriteResult result = new RewriteResult(rewriter.tally(), rules.unused(), fault);
        print(result);
        return fault == null ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void requireSense() throws IOException
    {
        try
        {
            rules.conclude();
        }
        catch (final IllegalArgumentException ex)
        {
            throw new ParameterException(spec.commandLine(), ex.getMessage(), ex);
        }
        if (isDropOthers && frames == null && qpns.isEmpty())
        {
            throw new ParameterException(spec.commandLine(), "--drop-others goes with --frames or --only-qpn");
        }
        if (Files.exists(in) && Files.isRegularFile(out) && Files.isSameFile(in, out))
        {
            throw new ParameterException(spec.commandLine(), "IN and OUT are the same file: " + out);
        }
    }

    /** @return why the file could not be read to its end; null when it could. */
    private String rewrite(final FrameRewriter rewriter, final OutputFile file) throws IOException
    {
        try (CaptureCopy copy = open(file))
        {
            final Frame frame = new Frame();
            while (copy.next(frame))
            {
                rewriter.rewrite(copy, frame);
            }
            return null;
        }
        catch (final CaptureFormatException ex)
        {
            return ex.getMessage();
        }
    }

    private CaptureCopy open(final OutputFile file) throws UnreadableCaptureException
    {
        try
        {
            return in.equals(STANDARD_INPUT) ?
                CaptureCopy.open("standard input", System.in, file) : CaptureCopy.open(in, file);
        }
        catch (final IOException ex)
        {
            throw new UnreadableCaptureException(in, ex);
        }
    }

    private void print(final RewriteResult result)
    {
        final PrintWriter text = out.equals(OutputFile.STANDARD_OUTPUT) ? output.err() : output.out();
        if (output.isJson())
        {
            text.println(Json.pretty(RewriteJson.of(in, out, result)));
        }
        else
        {
            RewriteText.print(in, out, result, text);
        }
        text.flush();
        if (result.fault() != null)
        {
            output.err().println("roce: " + result.fault());
        }
    }
}
