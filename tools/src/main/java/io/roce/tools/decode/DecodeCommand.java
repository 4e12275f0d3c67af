package io.roce.tools.decode;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.tools.capture.RoceFrames;
import io.roce.tools.capture.UnreadableCaptureException;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameSegments;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code roce decode}. */
@Command(
    name = "decode",
    description = {
        "Print the RoCEv2 packets of captures (pcap, pcapng), one a line: frame, seconds since the first packet, " +
            "source and destination address, UDP source port, opcode, fields, payload length, ICRC, and behind # " +
            "what the file says about the frame.",
        "With --json, one object a line (JSON lines), with the whole payload in hex.",
        "What a frame that was cut no longer holds is not shown. Other frames are counted on standard error."
    })
public final class DecodeCommand implements Callable<Integer>
{
    @Mixin
    private Output output;

    @Option(
        names = {"-V", "--verbose"},
        description = "Print every field of every header, what the IP header says, and the payload's first 64 bytes.")
    private boolean isVerbose;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Captures; - is standard input.")
    private List<Path> files;

    private LineBuffer lines;

    @Override
    public Integer call() throws IOException
    {
        int status = ExitStatus.DONE;
        lines = new LineBuffer(output);
        // Jackson takes a while to be loaded.
        try (JsonGenerator json = output.isJson() ? PacketJson.generator(output.out()) : null)
        {
            for (final Path file : files)
            {
                try
                {
                    decode(file, json);
                }
                catch (final UnreadableCaptureException e)
                {
                    flush(json);
                    output.err().println("roce: " + e.getMessage());
                    status = ExitStatus.FAILED;
                }
            }
        }
        return status;
    }

    private void decode(final Path file, final JsonGenerator json) throws IOException
    {
        try (RoceFrames frames = RoceFrames.open(file, () -> flush(json)))
        {
            if (files.size() > 1 && !output.isJson())
            {
                output.out().println("# " + file);
            }
            try
            {
                print(file, frames, json);
            }
            finally
            {
                flush(json);
                frames.others().forEach((kind, count) -> output.err().println(
                    file + ": skipped " + count + (count == 1 ? " frame: " : " frames: ") + kind.description()));
            }
        }
    }

    private void print(final Path file, final RoceFrames frames, final JsonGenerator json) throws IOException
    {
        long firstNs = 0;
        for (boolean isFirst = true; frames.next(); isFirst = false)
        {
            firstNs = isFirst ? frames.frame().timestampNs() : firstNs;
            final FrameSegments segments = frames.segments();
            for (int i = 0; i < segments.count(); i++)
            {
                print(file, frames.frame(), segments.get(i), firstNs, json);
            }
        }
    }

    private void print(
        final Path file, final Frame frame, final RoceFrame roceFrame, final long firstNs, final JsonGenerator json)
        throws IOException
    {
        if (output.isJson())
        {
            PacketJson.write(json, files.size() > 1 ? file.toString() : null, frame, roceFrame);
            return;
        }
        if (isVerbose)
        {
            lines.text().append(PacketText.verbose(frame, roceFrame, firstNs));
        }
        else
        {
            PacketText.appendLine(lines.text(), frame, roceFrame, firstNs);
        }
        lines.end();
    }

    private void flush(final JsonGenerator json)
    {
        try
        {
            if (json != null)
            {
                json.flush();
            }
            lines.flush();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
