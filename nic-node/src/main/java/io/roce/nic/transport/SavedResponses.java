package io.roce.nic.transport;

/**
 * The newest READs and atomics of a connection, as many as its peer may have outstanding, in the order of their PSNs.
 * Those that are due are sent in that order. Lane thread only; allocates when a connection begins.
 */
final class SavedResponses
{
    private SavedResponse[] entries = {};
    private int slots;

    /** Of those, so many may wait for their first answer. */
    private int limit;

    // Positions count up; an entry's slot is its position modulo the number of slots.
    private long end;
    private long firstDue;

    /** Forgets all, for a connection that saves so many. */
    void reset(final int slots)
    {
        if (slots > entries.length)
        {
            entries = new SavedResponse[slots];
            for (int i = 0; i < slots; i++)
            {
                entries[i] = new SavedResponse();
            }
        }
        for (final SavedResponse entry : entries)
        {
            entry.clear();
        }
        this.slots = slots;
        limit = slots;
        end = 0;
        firstDue = 0;
    }

    /** The connection goes on with another limit. Nothing that is saved is forgotten. */
    void limit(final int limit)
    {
        if (limit > slots)
        {
            final long first = oldest();
            final SavedResponse[] kept = new SavedResponse[limit];
            for (long i = first; i < end; i++)
            {
                kept[(int)(i % limit)] = entry(i);
            }
            for (int i = 0; i < limit; i++)
            {
                kept[i] = kept[i] == null ? new SavedResponse() : kept[i];
            }
            entries = kept;
            slots = limit;
        }
        this.limit = limit;
    }

    /** How many may wait for their first answer. */
    int limit()
    {
        return limit;
    }

    /** Whether one more may be accepted: not as many as can be are waiting for their first answer. */
    boolean hasRoom()
    {
        // They are answered in order.
        return limit > 0 && (end < limit || !entry(end - limit).isUnanswered());
    }

    /** The entry for one more, in place of the oldest; {@link #hasRoom} has said yes. */
    SavedResponse add()
    {
        final SavedResponse entry = entry(end);
        entry.clear();
        end++;
        return entry;
    }

    /** The newest whose answer has that PSN, or null. */
    SavedResponse find(final int psn)
    {
        for (long i = end - 1; i >= oldest(); i--)
        {
            if (entry(i).isSaved() && entry(i).hasPsn(psn))
            {
                return entry(i);
            }
        }
        return null;
    }

    /** The first that is due, or null. */
    SavedResponse firstDue()
    {
        firstDue = Math.max(firstDue, oldest());
        while (firstDue < end)
        {
            if (entry(firstDue).isDue())
            {
                return entry(firstDue);
            }
            firstDue++;
        }
        return null;
    }

    /**
     * That one is due again, and none behind it.
     *
     * @return whether any behind it was.
     */
    boolean goBackTo(final SavedResponse back)
    {
        boolean isDropped = false;
        for (long i = end - 1; entry(i) != back; i--)
        {
            isDropped |= entry(i).isDue();
            entry(i).endDue();
        }
        // What is before it, if anything is due there, comes first.
        firstDue = oldest();
        return isDropped;
    }

    private long oldest()
    {
        return Math.max(0, end - slots);
    }

    private SavedResponse entry(final long position)
    {
        return entries[(int)(position % slots)];
    }
}
