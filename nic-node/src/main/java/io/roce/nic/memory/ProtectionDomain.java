package io.roce.nic.memory;

/**
 * Queue pairs reach only regions of their own protection domain.
 *
 * @param handle from 1, never given twice.
 */
public record ProtectionDomain(int handle)
{
}
