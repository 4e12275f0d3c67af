package io.roce.tools.sniff;

import io.roce.tools.lint.Linter;
import io.roce.tools.lint.LintReport;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDirection;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.FrameSegments;
import io.roce.wire.capture.KernelChecks;
import io.roce.wire.capture.KernelVerdict;
import io.roce.wire.capture.LiveCapture;
import io.roce.wire.capture.LocalAddresses;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;

/** Takes frames from an interface until it is told to end, and hands each to the file, the printer and the linter. */
final class Sniffer
{
    private final LiveCapture capture;
    private final SniffFile file;
    private final SniffPrinter printer;
    private final KernelChecks checks;
    private final FrameDissector dissector = new FrameDissector();
    private final Frame frame = new Frame();
    private final RoceFrame roceFrame = new RoceFrame();
    private final FrameSegments segments = new FrameSegments();
    private final SniffFigures figures = new SniffFigures();
    private final LintReport report = new LintReport();
    private final Linter linter;
    private volatile boolean isEnding;

    Sniffer(
        final LiveCapture capture,
        final LocalAddresses local,
        final SniffFile file,
        final SniffPrinter printer)
    {
        this.capture = capture;
        this.file = file;
        this.printer = printer;
        checks = new KernelChecks(local);
        linter = new Linter(finding ->
        {
            report.onFinding(finding);
            printer.onFinding(finding);
        });
    }

    /**
     * Returns when there have been so many packets, or so much time has passed, or it was told to end; what was found
     * has been printed.
     */
    void run(final long count, final long durationNs) throws IOException
    {
        final long startNs = System.nanoTime();
        IOException failure = null;
        try
        {
            while (!isEnding && linter.packets() < count && System.nanoTime() - startNs < durationNs)
            {
                if (capture.next(frame))
                {
                    onFrame();
                }
                else
                {
                    flush();
                }
            }
        }
        catch (final IOException e)
        {
            failure = e;
        }
        linter.end();
        figures.dropped(Math.max(0, capture.dropped()));
        printer.onEnd(linter, report, figures);
        if (failure != null)
        {
            throw failure;
        }
        file.end(linter.frames(), figures.dropped());
    }

    /** From any thread. */
    void end()
    {
        isEnding = true;
    }

    private void onFrame() throws IOException
    {
        final FrameKind kind = dissector.dissect(frame, roceFrame);
        KernelVerdict verdict = null;
        if (kind == FrameKind.ROCE_V2)
        {
            // What leaves is no business of those checks.
            verdict = frame.direction() == FrameDirection.OUTBOUND ? null : checks.verdict(frame, roceFrame);
            final int packets = segments.find(roceFrame);
            for (int i = 0; i < packets; i++)
            {
                final RoceFrame packet = segments.get(i);
                figures.onPacket(verdict, packet.icrcStatus());
                printer.onPacket(frame, packet, verdict);
            }
        }
        else
        {
            figures.onOther(kind);
        }
        file.frame(frame, verdict);
        linter.onFrame(frame, kind, roceFrame, segments);
    }

    /** While nothing comes, everything is where somebody can look at it. */
    private void flush() throws IOException
    {
        printer.flush();
        file.flush();
    }
}
