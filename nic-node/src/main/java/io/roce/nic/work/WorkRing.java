package io.roce.nic.work;

import java.util.concurrent.atomic.AtomicLong;

import org.agrona.BitUtil;

/**
 * Where the entries of a work queue are between the program's thread, which posts, and the lane, which retires. Entries
 * are counted by an index that only grows; a slot is what an index is in the arrays. What one side wrote to an entry
 * before {@link #publish} or {@link #retire} the other sees after it has seen the index.
 */
final class WorkRing
{
    static final int FULL = -1;

    private final int capacity;
    private final int mask;
    private final AtomicLong publishedTail;
    private final AtomicLong publishedHead;

    // The posting thread's own.
    private long tail;
    private long headSeen;

    // The lane's own.
    private long head;

    WorkRing(final int capacity)
    {
        this(capacity, 0);
    }

    /** @param first index of the first entry. */
    WorkRing(final int capacity, final long first)
    {
        this.capacity = capacity;
        mask = BitUtil.findNextPositivePowerOfTwo(Math.max(1, capacity)) - 1;
        tail = first;
        head = first;
        headSeen = first;
        publishedTail = new AtomicLong(first);
        publishedHead = new AtomicLong(first);
    }

    int slots()
    {
        return mask + 1;
    }

    /** Posting thread: the slot to be filled, or {@link #FULL}. */
    int claim()
    {
        if (tail - headSeen >= capacity)
        {
            headSeen = publishedHead.getAcquire();
            if (tail - headSeen >= capacity)
            {
                return FULL;
            }
        }
        return slot(tail);
    }

    /** Posting thread: slots that can be claimed now; there may be more a moment later. */
    int room()
    {
        headSeen = publishedHead.getAcquire();
        return capacity - (int)(tail - headSeen);
    }

    /** Posting thread: the claimed slot is filled. */
    void publish()
    {
        tail++;
        publishedTail.setRelease(tail);
    }

    /** Lane: index of the oldest entry that is not retired; {@link #tail} when there is none. */
    long head()
    {
        return head;
    }

    /** Lane: index behind the newest entry. */
    long tail()
    {
        return publishedTail.getAcquire();
    }

    /** Lane: slot of an entry that is not retired. */
    int slotOf(final long index)
    {
        if (index < head || index >= tail())
        {
            throw new IndexOutOfBoundsException("%d is outside %d to %d".formatted(index, head, tail() - 1));
        }
        return slot(index);
    }

    /** Lane: the oldest entry ends, and its slot may be filled again. */
    void retire()
    {
        if (head >= tail())
        {
            throw new IllegalStateException("nothing is posted");
        }
        head++;
        publishedHead.setRelease(head);
    }

    /** Lane: all entries end. */
    void retireAll()
    {
        head = tail();
        publishedHead.setRelease(head);
    }

    private int slot(final long index)
    {
        return (int)index & mask;
    }
}
