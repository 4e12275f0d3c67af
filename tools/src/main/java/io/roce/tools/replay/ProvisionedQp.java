package io.roce.tools.replay;

/**
 * A queue pair of the capture that was made on the node.
 *
 * @param qpn its number there.
 */
public record ProvisionedQp(RecordedQp recorded, int qpn)
{
}
