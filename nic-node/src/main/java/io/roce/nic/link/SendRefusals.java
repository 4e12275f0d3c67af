package io.roce.nic.link;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What the system did not take of what was to be sent, counted by reason. Not thread-safe. */
public final class SendRefusals
{
    private final Map<SendFailure, Long> counts = new EnumMap<>(SendFailure.class);
    private long count;
    private IOException first;

    /**
     * Counts one datagram.
     *
     * @param refusal one sentence with length, destination and reason.
     */
    public void count(final SendFailure reason, final IOException refusal)
    {
        count++;
        counts.merge(reason, 1L, Long::sum);
        first = first == null ? refusal : first;
    }

    /** Datagrams, for whatever reason. */
    public long count()
    {
        return count;
    }

    /** Datagrams by reason; reasons that there were none for are not in it. */
    public Map<SendFailure, Long> byReason()
    {
        return Collections.unmodifiableMap(counts);
    }

    /** Why the first was refused: one sentence with its length and destination. Null when none was. */
    public IOException first()
    {
        return first;
    }
}
