package io.roce.tools.replay;

import io.roce.tools.pace.Lateness;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a replay did.
 *
 * @param provisioned    queue pairs that were made on the nodes.
 * @param skipped        packets that were left out, by reason.
 * @param icrcsNotJudged packets that were given a right ICRC though it cannot be told whether theirs was.
 * @param nodes          how many were sent to each, and what became of them.
 * @param lateness       of packets that were held back until they were due.
 * @param endedBefore    the frame before which the user ended it; 0 when it went on to its end.
 * @param fault          why the file could not be read to its end; null when it could.
 */
public record ReplayResult(
    List<ProvisionedQp> provisioned,
    Map<String, Long> skipped,
    long icrcsNotJudged,
    List<NodeResult> nodes,
    Lateness lateness,
    long endedBefore,
    String fault)
{
    /**
     * Whether the whole file was replayed, nothing refused by the system, and the nodes have accounted for it, as far as
     * they could be asked.
     */
    public boolean isDone()
    {
        return fault == null && firstRefusal() == null &&
            nodes.stream().allMatch(node -> node.outcome().isAccountedFor());
    }

    /** Packets, to all nodes. */
    public long sent()
    {
        return nodes.stream().mapToLong(node -> node.outcome().sent()).sum();
    }

    /** Why the system refused a packet, one sentence; null when it refused none. */
    IOException firstRefusal()
    {
        return nodes.stream()
            .flatMap(node -> node.ways().stream())
            .map(way -> way.refusals().first())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    }

    /** Why no packet was sent, in one sentence; null when one was, or the user wanted none. */
    public String whyNothingWasSent()
    {
        if (sent() > 0 || endedBefore > 0)
        {
            return null;
        }
        return "no packet was sent: " + (skipped.isEmpty() ? "the file has none" : skipped.entrySet().stream()
            .map(reason -> reason.getValue() + " skipped, " + reason.getKey())
            .collect(Collectors.joining("; ")));
    }
}
