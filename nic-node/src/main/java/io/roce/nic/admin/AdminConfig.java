package io.roce.nic.admin;

import java.net.InetSocketAddress;

/**
 * Where and how the admin API is served.
 *
 * @param bind           address and port; port 0 for any.
 * @param token          what requests must carry as {@code Authorization: Bearer TOKEN}; null for none, which only a
 *                       loopback address may have.
 * @param deadlineMs     how long a connection may take over one step: sending a whole request after the last answer, or
 *                       taking an answer.
 * @param maxConnections connections that may be open at once.
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
            throw new IllegalArgumentException("admin address must be an IP address and a port: " + bind);
        }
        if (token == null && !bind.getAddress().isLoopbackAddress())
        {
            throw new IllegalArgumentException(
                "admin token must be given when the admin address is not a loopback one: " + Addresses.format(bind));
        }
        if (token != null && !isToken(token))
        {
            throw new IllegalArgumentException(
                "admin token must be 1 or more visible ASCII characters without spaces: it has " + token.length());
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
        return "AdminConfig[bind=" + bind + ", token=" + (token == null ? "none" : "set") +
            ", deadlineMs=" + deadlineMs + ", maxConnections=" + maxConnections + "]";
    }

    private static boolean isToken(final String token)
    {
        return !token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }
}
