package io.roce.nic.lane;

/**
 * What a destroy did.
 *
 * @param reusableInNs nanoseconds until the number may be handed out again; 0 at once; -1 when that depends on how many
 *                     others are.
 */
public record QpDestroyed(int qpn, long generation, long reusableInNs)
{
}
