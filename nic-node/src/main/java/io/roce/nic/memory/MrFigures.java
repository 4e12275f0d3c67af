package io.roce.nic.memory;

/**
 * One memory region at one moment, for other threads.
 *
 * @param key    lkey and rkey.
 * @param addr   of its first byte, unsigned.
 * @param length in bytes.
 * @param access bits of {@link AccessFlag}.
 * @param pd     handle of its protection domain.
 */
public record MrFigures(
    int key, long addr, int length, int access, int pd, boolean isInvalidatable, boolean isInvalidated)
{
}
