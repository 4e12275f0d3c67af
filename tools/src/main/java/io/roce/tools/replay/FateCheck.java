package io.roce.tools.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.expect.ExpectedFates;
import io.roce.tools.expect.FateComparison;
import io.roce.tools.expect.FateRecorder;
import io.roce.tools.expect.FateRun;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** What the fates of single packets are for: to be compared with a file, or to become one. Not thread-safe. */
final class FateCheck implements FateListener
{
    private final FateComparison comparison;
    private final FateRecorder recorder = new FateRecorder();
    private final Path written;
    private boolean isComplete;
    /** Why the file could not be written; null when nothing failed. */
    private String failure;

    /**
     * @param expected to compare with; null for nothing.
     * @param written  to write to; null for nowhere.
     */
    FateCheck(final ExpectedFates expected, final Path written)
    {
        this.comparison = expected == null ? null : new FateComparison(expected);
        this.written = written;
    }

    @Override
    public void onFate(final int loop, final long frame, final String met)
    {
        if (comparison != null)
        {
            comparison.onFate(loop, frame, met);
        }
        else
        {
            recorder.onFate(frame, met);
        }
    }

    /** No packet comes any more; writes the file when all fates are known. That it cannot be is said with the rest. */
    void onEnd(final Path capture, final ReplayResult result)
    {
        isComplete = result.fault() == null && result.endedBefore() == 0;
        if (written != null && isGood())
        {
            try
            {
                recorder.write(written, "What the frames of " +
                    capture.getFileName().toString().replaceAll("\\R", " ") + " met, " + result.sent() +
                    " packets sent.");
            }
            catch (final IOException e)
            {
                failure = IoSentence.of(written, e);
            }
        }
    }

    /** Whether all was as expected, or written. */
    boolean isGood()
    {
        return isComplete && failure == null && runs().isEmpty();
    }

    void print(final PrintWriter out)
    {
        for (final FateRun run : runs())
        {
            out.println((run.loop() > 1 ? "loop " + run.loop() + ", " : "") +
                (run.first() == run.last() ? "frame " : "frames ") + run.frames() + ": " + expectation(run) + "met " +
                run.met());
        }
        if (comparison != null)
        {
            out.println("expected " + comparison.expected().file() + " of " + comparison.compared() +
                (comparison.compared() == 1 ? " packet" : " packets") + (isGood() ? ": so it was" : ": NOT so"));
        }
        else
        {
            out.println(
                failure != null ? "NOT written: " + failure :
                isGood() ? "written " + written : "NOT written, for not all fates are known: " + written);
        }
    }

    ObjectNode json(final ObjectNode json)
    {
        final ArrayNode list;
        if (comparison == null)
        {
            json.put("written", isGood() ? written.toString() : null);
            json.put("failure", failure);
            list = json.putArray("unknown_fates");
        }
        else
        {
            json.put("expected", comparison.expected().file().toString());
            json.put("as_expected", isGood());
            json.put("compared", comparison.compared());
            list = json.putArray("differences");
        }
        for (final FateRun run : runs())
        {
            list.addObject()
                .put("loop", run.loop())
                .put("first_frame", run.first())
                .put("last_frame", run.last())
                .put("expected", run.expected())
                .put("met", run.met());
        }
        return json;
    }

    private List<FateRun> runs()
    {
        return comparison == null ? recorder.unknown() : comparison.differences();
    }

    private String expectation(final FateRun run)
    {
        if (comparison == null)
        {
            return "";
        }
        return run.expected() == null ? "nothing is expected, " : "expected " + run.expected() + ", ";
    }
}
