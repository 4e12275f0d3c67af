package io.roce.nic.jfr;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jdk.jfr.SettingControl;

/**
 * How many drops are recorded in a second at most, by all lanes together: {@code N/s}, or {@code off} for no bound. Of
 * several recordings that run at once the one that wants most decides. Any thread.
 */
public final class DropRate extends SettingControl
{
    static final String DEFAULT = "100/s";

    private static final String OFF = "off";
    private static final Pattern FORM = Pattern.compile("([0-9]{1,7})/s");
    private static final int NO_BOUND = Integer.MAX_VALUE;
    private static final int COUNT_BITS = 24;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    /** The second, and above zero how many were recorded in it. */
    private final AtomicLong used = new AtomicLong(-1L << COUNT_BITS);
    private volatile String value = DEFAULT;
    private volatile int perSecond = perSecond(DEFAULT);

    @Override
    public String combine(final Set<String> values)
    {
        String most = null;
        for (final String each : values)
        {
            if (most == null || perSecond(each) > perSecond(most))
            {
                most = each;
            }
        }
        return most == null ? DEFAULT : most;
    }

    @Override
    public void setValue(final String value)
    {
        perSecond = perSecond(value);
        this.value = value;
    }

    @Override
    public String getValue()
    {
        return value;
    }

    /** Whether there is room for one more in the second that is. */
    boolean admits(final long nowNs)
    {
        final int most = perSecond;
        if (most == NO_BOUND)
        {
            return true;
        }
        final long second = Math.floorDiv(nowNs, TimeUnit.SECONDS.toNanos(1));
        while (true)
        {
            final long before = used.get();
            final long count = before >> COUNT_BITS == second ? before & COUNT_MASK : 0;
            if (count >= most)
            {
                return false;
            }
            if (used.compareAndSet(before, second << COUNT_BITS | count + 1))
            {
                return true;
            }
        }
    }

    private static int perSecond(final String value)
    {
        if (OFF.equals(value))
        {
            return NO_BOUND;
        }
        final Matcher matcher = FORM.matcher(value);
        if (!matcher.matches())
        {
            throw new IllegalArgumentException("rate must be 0/s to 9999999/s, or off: \"" + value + "\"");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
