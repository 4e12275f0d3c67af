package io.roce.nic.memory;

/**
 * One protection domain at one moment, for other threads.
 *
 * @param handle  of the domain.
 * @param regions that belong to it.
 * @param qps     served queue pairs that belong to it.
 */
public record PdFigures(int handle, int regions, int qps)
{
}
