package io.roce.nic.memory;

/**
 * Queue pairs reach only regions of their own protection domain. A domain of another adapter is another one, also when
 * it has the same handle.
 */
public final class ProtectionDomain
{
    private final int handle;

    /** One of {@link ProtectionDomains}. */
    ProtectionDomain(final int handle)
    {
        this.handle = handle;
    }

    /** Its name among the domains of its lane, from 1, never given twice. */
    public int handle()
    {
        return handle;
    }
}
