package io.roce.tools.stale;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;

import java.util.Arrays;

/** What a node does about old peers that may still transmit. */
public record NodePolicies(QuarantinePolicy quarantine, ResetHold resetHold)
{
    /**
     * Asks a node.
     *
     * @throws CommandFailedException when it has policies that are not known here.
     */
    public static NodePolicies of(final NodeAdmin admin)
    {
        final JsonNode policies = admin.request("GET", "/v1/node", null).path("policies");
        final String quarantine = policies.path("quarantine").asText();
        final String resetHold = policies.path("reset_hold").asText();
        try
        {
            return new NodePolicies(
                QuarantinePolicy.parse(quarantine),
                Arrays.stream(ResetHold.values())
                    .filter(policy -> policy.label().equals(resetHold))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + resetHold + "' is no reset hold")));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new CommandFailedException("the node's policies are not understood: " + ex.getMessage(), ex);
        }
    }
}
