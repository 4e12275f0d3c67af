package io.roce.tools.sniff;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.decode.PacketJson;
import io.roce.tools.decode.PacketText;
import io.roce.tools.lint.Finding;
import io.roce.tools.lint.LintReport;
import io.roce.tools.lint.LintText;
import io.roce.tools.lint.Linter;
import io.roce.tools.lint.Severity;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.KernelVerdict;
import io.roce.wire.capture.RoceFrame;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Collectors;

/** Packets, findings between them and a summary, as text or as JSON lines. */
final class SniffPrinter implements Closeable
{
    private final String networkInterface;
    private final Output output;
    private final boolean isQuiet;
    private final boolean isVerbose;
    private final JsonGenerator json;
    private boolean isFirst = true;
    private long firstNs;

    SniffPrinter(
        final String networkInterface, final Output output, final boolean isQuiet, final boolean isVerbose)
        throws IOException
    {
        this.networkInterface = networkInterface;
        this.output = output;
        this.isQuiet = isQuiet;
        this.isVerbose = isVerbose;
        json = PacketJson.generator(output.out());
    }

    /** @param verdict null for a packet that this machine sends. */
    void onPacket(final Frame frame, final RoceFrame roceFrame, final KernelVerdict verdict) throws IOException
    {
        firstNs = isFirst ? frame.timestampNs() : firstNs;
        isFirst = false;
        if (isQuiet)
        {
            return;
        }
        if (output.isJson())
        {
            PacketJson.writeLive(json, frame, roceFrame, verdict);
            return;
        }
        final String kernel =
            verdict != null && verdict.isDamage() ? "dropped by the kernel: " + verdict.description() : "";
        output.out().println(isVerbose ?
            PacketText.verbose(frame, roceFrame, firstNs) + (kernel.isEmpty() ? "" : "  " + kernel + "\n") :
            PacketText.line(frame, roceFrame, firstNs) + (kernel.isEmpty() ? "" : " " + kernel));
    }

    /** What is only worth knowing waits for the summary. */
    void onFinding(final Finding finding)
    {
        if (finding.code().severity() == Severity.INFO)
        {
            return;
        }
        final String conversation = finding.conversation() == null ? null : finding.conversation().label();
        if (!output.isJson())
        {
            output.out().println("     * " + finding.code().severity().label() + ' ' + finding.code() + " frame " +
                finding.frame() + (conversation == null ? "" : ", " + conversation) + ": " + finding.detail());
            return;
        }
        try
        {
            json.writeStartObject();
            json.writeStringField("finding", finding.code().name());
            json.writeStringField("severity", finding.code().severity().label());
            json.writeStringField("conversation", conversation);
            json.writeNumberField("frame", finding.frame());
            json.writeStringField("detail", finding.detail());
            json.writeEndObject();
            json.writeRaw('\n');
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    void onEnd(final Linter linter, final LintReport report, final SniffFigures figures) throws IOException
    {
        if (output.isJson())
        {
            json.writeStartObject();
            json.writeObjectFieldStart("summary");
            json.writeStringField("interface", networkInterface);
            json.writeNumberField("frames", linter.frames());
            json.writeNumberField("packets", linter.packets());
            json.writeNumberField("sent", figures.sent());
            json.writeNumberField("dropped", figures.dropped());
            counts("icrc_status", figures.icrcs());
            counts("kernel", figures.verdicts());
            counts("other_frames", figures.others());
            counts("findings", report.counts());
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw('\n');
            return;
        }
        if (!isFirst && !isQuiet)
        {
            output.out().println();
        }
        LintText.print(output.out(), networkInterface, linter, report, false);
        output.out().println();
        row("ICRC", figures.icrcs());
        row("kernel", figures.verdicts());
        row("other frames", figures.others());
        if (figures.sent() > 0)
        {
            output.out().println("sent by this machine: " + Numbers.count(figures.sent()));
        }
        if (figures.dropped() > 0)
        {
            output.out().println("frames that came too fast to be captured: " + Numbers.count(figures.dropped()));
        }
    }

    void flush() throws IOException
    {
        json.flush();
        output.out().flush();
    }

    @Override
    public void close() throws IOException
    {
        json.close();
        output.out().flush();
    }

    private void row(final String name, final Map<? extends Enum<?>, Long> counts)
    {
        if (!counts.isEmpty())
        {
            output.out().println(name + ": " + counts.entrySet().stream()
                .map(entry -> entry.getKey().name() + ' ' + Numbers.count(entry.getValue()))
                .collect(Collectors.joining(", ")));
        }
    }

    private void counts(final String name, final Map<? extends Enum<?>, Long> counts) throws IOException
    {
        json.writeObjectFieldStart(name);
        for (final Map.Entry<? extends Enum<?>, Long> entry : counts.entrySet())
        {
            json.writeNumberField(entry.getKey().name(), entry.getValue());
        }
        json.writeEndObject();
    }
}
