package io.roce.nic.lane;

/**
 * What a destroy did.
 *
 * @param reusableInNs nanoseconds until the number may be handed out again; 0 at once.
 */
public record QpDestroyed(int qpn, long generation, long reusableInNs)
{
}
