package io.roce.tools.lint;

import java.net.InetAddress;

/**
 * The last frames that hold no packet that can be believed: a wrong ICRC, a malformed packet, one cut before its BTH
 * ends. What is missing elsewhere may be in them, so what they can explain is not said a second time. Not thread-safe.
 */
final class Damage
{
    private static final int REMEMBERED = 256;

    private final long[] frames = new long[REMEMBERED];
    private final InetAddress[] sources = new InetAddress[REMEMBERED];
    private final InetAddress[] destinations = new InetAddress[REMEMBERED];
    private long count;

    /** @param source null, as the destination may be, when the frame does not tell. */
    void add(final long frame, final InetAddress source, final InetAddress destination)
    {
        final int slot = (int)(count++ % REMEMBERED);
        frames[slot] = frame;
        sources[slot] = source;
        destinations[slot] = destination;
    }

    /** Whether so many packets of a flow may be among them; one address may be what is damaged. */
    boolean explains(final InetAddress source, final InetAddress destination, final long afterFrame, final int missing)
    {
        int found = 0;
        for (int i = 0; i < Math.min(count, REMEMBERED); i++)
        {
            if (frames[i] > afterFrame &&
                (sources[i] == null || sources[i].equals(source) || destinations[i].equals(destination)))
            {
                found++;
            }
        }
        return found >= missing;
    }
}
