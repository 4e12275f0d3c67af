package io.roce.nic.work;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

import org.agrona.BitUtil;

/**
 * Completions on their way from the lane, which adds, to one thread of the program, which polls. Neither waits for the
 * other, and nothing is allocated after creation.
 *
 * <p>One completion too many breaks the queue for good, as it does in hardware: what was added before can be polled,
 * and nothing comes behind the gap.
 *
 * <p>An entry's place is counted by a position that only grows. Its slot's state is the position and whether the entry
 * is there; the polling thread and the lane, which takes out those of a queue pair that has gone, both take an entry by
 * changing that state, so that one of them has it. The lane takes from the newest to the oldest and the polling thread
 * from the oldest, so what is polled is in order; the lane adds what it took of others again at the end.
 *
 * <p>Where queue pairs of several lanes complete to one queue, each lane but the first adds to a part of its own, which
 * has as much room and the same event. The queue polls its parts by turns: completions of one queue pair are in order,
 * and those of different lanes come in any.
 */
public final class CompletionQueue
{
    /** Completions that a queue can hold. */
    public static final int MAX_CQE = 131_072;

    private static final CompletionQueue[] NO_PARTS = {};

    private final int handle;
    private final int capacity;
    private final int mask;
    private final WorkCompletion[] entries;
    private final AtomicLongArray states;
    private final CompletionEvent event;
    private volatile boolean isOverflowed;

    /** Of other lanes; replaced when one more comes. */
    private volatile CompletionQueue[] parts = NO_PARTS;

    // The lane's own. Nothing before the oldest is there any more; all from it to the tail was, when last looked at.
    private long oldest;
    private long tail;
    private long lost;

    // The polling thread's own.
    private long position;
    private int turn;

    /**
     * @param cqe     completions that it holds, 1 to {@link #MAX_CQE}.
     * @param onEvent called on the lane's thread for each event that {@link #reqNotify} has asked for; must not block.
     * @throws VerbsException when {@code cqe} is out of range.
     */
    public CompletionQueue(final int cqe, final Runnable onEvent) throws VerbsException
    {
        this(0, cqe, onEvent);
    }

    /** One of {@link CompletionQueues}. */
    CompletionQueue(final int handle, final int cqe, final Runnable onEvent) throws VerbsException
    {
        this(handle, requireCqe(cqe), new CompletionEvent(onEvent));
    }

    private CompletionQueue(final int handle, final int cqe, final CompletionEvent event)
    {
        this.handle = handle;
        capacity = cqe;
        this.event = event;
        final int slots = BitUtil.findNextPositivePowerOfTwo(cqe);
        mask = slots - 1;
        entries = new WorkCompletion[slots];
        states = new AtomicLongArray(slots);
        for (int i = 0; i < slots; i++)
        {
            entries[i] = new WorkCompletion();
            states.setPlain(i, gone((long)i - slots));
        }
    }

    private static int requireCqe(final int cqe) throws VerbsException
    {
        if (cqe < 1 || cqe > MAX_CQE)
        {
            throw VerbsException.outOfRange("cqe", cqe, 1, MAX_CQE, NumberForm.DECIMAL);
        }
        return cqe;
    }

    /**
     * What another lane adds to, and what is polled here from now on. Any lane, each once.
     *
     * @throws OutOfMemoryError when there is none for it; nothing has changed.
     */
    synchronized CompletionQueue newPart()
    {
        final CompletionQueue part = new CompletionQueue(handle, capacity, event);
        final CompletionQueue[] more = Arrays.copyOf(parts, parts.length + 1);
        more[parts.length] = part;
        parts = more;
        return part;
    }

    /** Its name among the queues of its node, from 1; 0 when it is none of a node's. */
    public int handle()
    {
        return handle;
    }

    /** Completions that it holds, of each lane. */
    public int capacity()
    {
        return capacity;
    }

    /**
     * Takes the oldest completion out, of several lanes the oldest of one of them. Polling thread. Several threads may
     * take turns if they see to it themselves that each has ended before the next begins.
     *
     * @param into is filled; of no use when there was none.
     * @return false when there is none. While a lane takes out those of a queue pair, others may not be there for a
     *     moment.
     */
    public boolean poll(final WorkCompletion into)
    {
        final CompletionQueue[] others = parts;
        if (others.length == 0)
        {
            return pollOwn(into);
        }

        for (int i = 0; i <= others.length; i++)
        {
            turn = turn < others.length ? turn + 1 : 0;
            if ((turn == 0 ? this : others[turn - 1]).pollOwn(into))
            {
                return true;
            }
        }
        return false;
    }

    private boolean pollOwn(final WorkCompletion into)
    {
        while (true)
        {
            final int slot = (int)position & mask;
            final long state = states.get(slot);
            final long positionSeen = state >> 1;
            if (positionSeen < position)
            {
                return false;
            }
            if (state == present(position))
            {
                // What is read is right only if the entry is still there afterwards.
                into.set(entries[slot]);
                if (states.compareAndSet(slot, state, gone(position)))
                {
                    position++;
                    return true;
                }
            }
            // The lane took it, and may have come round: then nothing is left of what was a round before.
            position = Math.max(position + 1, positionSeen - mask);
        }
    }

    /**
     * Asks for one event, when the next completion is added or the queue overflows; for a further one it is asked
     * again. What is there already may be told of or not, so whoever has asked polls once more before waiting. Any
     * thread.
     *
     * @param isSolicitedOnly for the next that is solicited: it has not succeeded, or is of a receive whose sender
     *     asked for an event ({@link SendFlag#SOLICITED}). When any was asked for before, any it is.
     */
    public void reqNotify(final boolean isSolicitedOnly)
    {
        event.request(isSolicitedOnly);
    }

    /** Whether completions were lost, and none comes any more. Any thread. */
    public boolean isOverflowed()
    {
        boolean isAny = isOverflowed;
        for (final CompletionQueue part : parts)
        {
            isAny |= part.isOverflowed;
        }
        return isAny;
    }

    /**
     * Adds a copy of a completion. Lane.
     *
     * @return false when there is no room, or was none once: the completion is lost.
     */
    boolean add(final WorkCompletion completion)
    {
        final boolean isAdded = lost == 0 && !isFull();
        if (isAdded)
        {
            append(completion);
        }
        else
        {
            lost++;
            isOverflowed = true;
        }
        event.onAdded(!isAdded || completion.isSolicited());
        return isAdded;
    }

    /**
     * Takes out the completions of a queue pair that is reset or destroyed: a poll that begins after this finds none of
     * them. Whoever has asked is told of the others, which a poll may have missed meanwhile. Lane.
     *
     * @return how many.
     */
    public int removeOf(final int qpn, final long generation)
    {
        skipPolled();
        if (!hasAnyOf(qpn, generation))
        {
            return 0;
        }

        final long end = tail;
        long first = end;
        while (first > oldest && take(first - 1))
        {
            first--;
        }

        // There are at least as many slots as entries, so what is appended goes to a slot that has been read.
        int removed = 0;
        boolean isSolicited = false;
        for (long i = first; i < end; i++)
        {
            final WorkCompletion taken = entry(i);
            if (taken.isOf(qpn, generation))
            {
                removed++;
            }
            else
            {
                append(taken);
                isSolicited |= taken.isSolicited();
            }
        }
        oldest = end;
        if (tail > oldest)
        {
            event.onAdded(isSolicited);
        }
        return removed;
    }

    /** Completions that are there now. Lane. */
    int size()
    {
        skipPolled();
        return (int)(tail - oldest);
    }

    /** Completions that found no room. Lane. */
    public long lost()
    {
        return lost;
    }

    private boolean isFull()
    {
        if (tail - oldest == capacity)
        {
            skipPolled();
        }
        return tail - oldest == capacity;
    }

    private void skipPolled()
    {
        while (oldest < tail && states.getAcquire((int)oldest & mask) != present(oldest))
        {
            oldest++;
        }
    }

    private boolean hasAnyOf(final int qpn, final long generation)
    {
        for (long i = oldest; i < tail; i++)
        {
            if (entry(i).isOf(qpn, generation))
            {
                return true;
            }
        }
        return false;
    }

    /** False when it was polled, and so were all before it. */
    private boolean take(final long position)
    {
        return states.compareAndSet((int)position & mask, present(position), gone(position));
    }

    private void append(final WorkCompletion completion)
    {
        entry(tail).set(completion);
        // In one order with who asks for an event and then polls: one of the two sees the other.
        states.set((int)tail & mask, present(tail));
        tail++;
    }

    private WorkCompletion entry(final long position)
    {
        return entries[(int)position & mask];
    }

    private static long present(final long position)
    {
        return position << 1 | 1;
    }

    private static long gone(final long position)
    {
        return position << 1;
    }
}
