package io.roce.tools.replay;

import io.roce.tools.ledger.SendOutcome;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a replay did.
 *
 * @param provisioned    queue pairs that were made on the node.
 * @param skipped        packets that were left out, by reason.
 * @param icrcsNotJudged packets that were given a right ICRC though it cannot be told whether theirs was.
 * @param outcome        how many were sent, and what became of them.
 * @param fault          why the file could not be read to its end; null when it could.
 */
public record ReplayResult(
    List<ProvisionedQp> provisioned, Map<String, Long> skipped, long icrcsNotJudged, SendOutcome outcome, String fault)
{
    /** Whether the whole file was replayed and the node has accounted for all of it, as far as it could be asked. */
    public boolean isDone()
    {
        return fault == null && outcome.isAccountedFor();
    }

    /** Why no packet was sent, in one sentence; null when one was. */
    public String whyNothingWasSent()
    {
        if (outcome.sent() > 0)
        {
            return null;
        }
        return "no packet was sent: " + (skipped.isEmpty() ? "the file has none" : skipped.entrySet().stream()
            .map(reason -> reason.getValue() + " skipped, " + reason.getKey())
            .collect(Collectors.joining("; ")));
    }
}
