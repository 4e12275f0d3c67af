package io.roce.nic.transport;

/**
 * The newest READs and atomics of a connection, as many as its peer may have outstanding, in the order of their PSNs.
 * Those that are due are sent in that order. Lane thread only; allocates when a connection begins.
 */
final class SavedResponses
{
    private SavedResponse[] entries = {};
    private int slots;

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
        end = 0;
        firstDue = 0;
    }

    /** Whether one more may be accepted: not as many as can be are waiting for their first answer. */
    boolean hasRoom()
    {
        return slots > 0 && !entry(end).isUnanswered();
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
