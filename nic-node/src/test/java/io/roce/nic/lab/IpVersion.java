package io.roce.nic.lab;

/** Over what the two ends of a scenario speak. */
public enum IpVersion
{
    IPV4("10.91.0."),
    IPV6("fd91::");

    private final String prefix;

    IpVersion(final String prefix)
    {
        this.prefix = prefix;
    }

    /**
     * An address in the lab.
     *
     * @param number 1 for the host, one more for each guest.
     */
    String address(final int number)
    {
        return prefix + number;
    }
}
