package io.roce.nic.admin;

import io.roce.nic.link.Ports;
import io.roce.nic.transport.Profile;
import io.roce.wire.icrc.IcrcMode;

/**
 * What does not change while a node runs and what no figure of the lane tells.
 *
 * @param version        of the program.
 * @param icrcMode       how ICRCs are verified.
 * @param profile        whose behaviour served queue pairs show.
 * @param ports          as they were asked for: figures of the links tell what became of UDP port 0.
 * @param lanes          of its own event loop each.
 * @param isSteered      of several lanes, whether the system delivers to the lane that has the queue pair.
 * @param startedNs      when the node started, on the clock that the server is given.
 * @param startedEpochNs the same on the wall's, nanoseconds since 1970.
 */
public record NodeFacts(
    String version,
    IcrcMode icrcMode,
    Profile profile,
    Ports ports,
    int lanes,
    boolean isSteered,
    long startedNs,
    long startedEpochNs)
{
}
