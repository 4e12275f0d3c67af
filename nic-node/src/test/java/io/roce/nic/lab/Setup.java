package io.roce.nic.lab;

import io.roce.nic.memory.AccessFlag;

/** How two queue pairs are brought up. Every setter returns this. */
final class Setup
{
    /** Length of a region, unless set. */
    static final int REGION_BYTES = 65_536;

    /** The usual one, about a second: a guest without hardware support can be silent for some tenths of a second. */
    private static final String TIMEOUT = " timeout=18";

    private String type = "rc";
    private int regionBytes = REGION_BYTES;
    private int regionAccess = AccessFlag.ALL;
    private int qpAccess = AccessFlag.ALL;
    private String rtr = "";
    private String responderRtr = "";
    private String rts = "";

    /** {@code rc}, {@code uc} or {@code ud}. */
    Setup type(final String type)
    {
        this.type = type;
        return this;
    }

    String type()
    {
        return type;
    }

    /** Length of the region at each end. */
    Setup regionBytes(final int regionBytes)
    {
        this.regionBytes = regionBytes;
        return this;
    }

    String requesterRegion()
    {
        return "len=" + regionBytes;
    }

    /** {@link AccessFlag}s of the responder's region. */
    Setup regionAccess(final int regionAccess)
    {
        this.regionAccess = regionAccess;
        return this;
    }

    String responderRegion()
    {
        return requesterRegion() + " access=" + regionAccess;
    }

    /** {@link AccessFlag}s of the responder's queue pair. */
    Setup qpAccess(final int qpAccess)
    {
        this.qpAccess = qpAccess;
        return this;
    }

    int qpAccess()
    {
        return qpAccess;
    }

    /** Further values of {@code rtr}, at both ends. */
    Setup rtr(final String rtr)
    {
        this.rtr = rtr;
        return this;
    }

    String rtr()
    {
        return rtr;
    }

    /** Further values of {@code rtr}, at the responder. */
    Setup responderRtr(final String responderRtr)
    {
        this.responderRtr = responderRtr;
        return this;
    }

    String responderRtr()
    {
        return responderRtr;
    }

    /** Further values of {@code rts}, at both ends. */
    Setup rts(final String rts)
    {
        this.rts = rts;
        return this;
    }

    String rts()
    {
        return rts.contains("timeout=") ? rts : rts + TIMEOUT;
    }
}
