package io.roce.tools.rewrite;

/** What can be changed of a packet, outermost header first, and whether the ICRC has a say. */
enum Change
{
    ETHER_ADDRESS("mac", "MAC addresses", Coverage.OUTSIDE),
    VLAN("vlan", "VLAN tag", Coverage.OUTSIDE),
    ADDRESS("address", "IP addresses", Coverage.COVERED),
    DSCP("dscp", "DSCP", Coverage.MASKED),
    UDP_SOURCE_PORT("udp_src_port", "UDP source port", Coverage.COVERED),
    P_KEY("p_key", "P_Key", Coverage.COVERED),
    QPN("qpn", "QPN", Coverage.COVERED),
    PSN("psn", "PSN", Coverage.COVERED);

    private final String label;
    private final String title;
    private final Coverage coverage;

    Change(final String label, final String title, final Coverage coverage)
    {
        this.label = label;
        this.title = title;
        this.coverage = coverage;
    }

    /** In JSON. */
    String label()
    {
        return label;
    }

    String title()
    {
        return title;
    }

    Coverage coverage()
    {
        return coverage;
    }

    /** Whether a packet that is changed so needs another ICRC. */
    boolean needsIcrc()
    {
        return coverage == Coverage.COVERED;
    }

    /** Where a field stands for the ICRC. */
    enum Coverage
    {
        COVERED("new: covered"),
        MASKED("kept: masked"),
        OUTSIDE("kept: outside");

        private final String text;

        Coverage(final String text)
        {
            this.text = text;
        }

        /** What becomes of the ICRC, and why. */
        String text()
        {
            return text;
        }
    }
}
