package io.roce.nic.admin;

import io.roce.nic.link.Addresses;

import java.net.InetSocketAddress;

/**
 * Where and how the admin API is served.
 *
 * @param bind           address and port; port 0 for any.
 * @param token          what requests must carry as {@code Authorization: Bearer TOKEN}; null for none, which only a
 *                       loopback address may have.
 * @param deadlineMs     how long a connection may take over one step: sending a whole request after the last answer, or
 *                       taking an answer.
 * @param maxConnections connections that may be open at once; a new one then takes the place of the one that has kept
 *                       the node waiting longest, and is refused only when none does.
 */
public record AdminConfig(InetSocketAddress bind, String token, long deadlineMs, int maxConnections)
{
    /** Half a minute, as long as a person at a keyboard may keep a connection open. */
    public static final long DEADLINE_MS_DEFAULT = 30_000;

    /** Enough for a page with several tabs, some scripts and a scraper. */
    public static final int MAX_CONNECTIONS_DEFAULT = 128;

    /**
     * Checks the whole.
     *
     * @throws IllegalArgumentException naming what is wrong, its value and its bounds.
     */
    public AdminConfig
    {
        if (bind == null || bind.isUnresolved())
        {
            throw new IllegalArgumentException("admin must be an IP address and a port: " +
                (bind == null ? null : Addresses.format(bind)));
        }
        if (token == null && !bind.getAddress().isLoopbackAddress())
        {
            throw new IllegalArgumentException(
                "adminToken must be given for the admin address " + Addresses.format(bind) +
                    "; loopback addresses need none");
        }
        if (token != null)
        {
            requireToken(token);
        }
        if (deadlineMs <= 0)
        {
            throw new IllegalArgumentException("deadlineMs must be 1 or more: " + deadlineMs);
        }
        if (maxConnections <= 0)
        {
            throw new IllegalArgumentException("maxConnections must be 1 or more: " + maxConnections);
        }
    }

    /** With the usual deadline and bound. */
    public AdminConfig(final InetSocketAddress bind, final String token)
    {
        this(bind, token, DEADLINE_MS_DEFAULT, MAX_CONNECTIONS_DEFAULT);
    }

    /** Leaves the token out. */
    @Override
    public String toString()
    {
        return "AdminConfig[bind=" + Addresses.format(bind) + ", token=" + (token == null ? "none" : "set") +
            ", deadlineMs=" + deadlineMs + ", maxConnections=" + maxConnections + "]";
    }

    /** One that a header can carry, and that reads the same in every encoding. */
    private static void requireToken(final String token)
    {
        if (token.isEmpty())
        {
            throw new IllegalArgumentException("adminToken must not be empty");
        }
        for (int i = 0; i < token.length(); i++)
        {
            final char c = token.charAt(i);
            if (c <= ' ' || c >= 0x7F)
            {
                throw new IllegalArgumentException("adminToken must be visible ASCII characters alone, and has " +
                    (c == ' ' ? "a blank" : c < 0x80 ? "a control character" : "one that is not ASCII") +
                    " at position " + (i + 1));
            }
        }
    }
}
