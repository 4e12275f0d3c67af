package io.roce.nic.transport;

import io.roce.nic.link.TimedWork;

import java.util.Arrays;

/**
 * One timer for each requester that waits: a heap, so that the next deadline is known exactly, which time that passes
 * in steps needs. It moves with every acknowledgement, so arming it for later, or disarming it, writes down no more
 * than that: the heap wakes at the time that it has and looks. Lane thread only; allocates only to grow.
 */
final class Timers
{
    /** What is done when a timer expires, disarmed by then. */
    interface Handler
    {
        /** @param epoch that the queue pair had when the timer was armed. */
        void onTimer(ServedQp qp, int epoch);
    }

    private ServedQp[] heap = new ServedQp[16];
    private int size;

    /** Expires at that time and not at the one it was armed for before. */
    void arm(final ServedQp qp, final long deadlineNs)
    {
        final RequesterState state = qp.requester;
        state.isTimerArmed = true;
        state.deadlineNs = deadlineNs;
        state.timerEpoch = qp.epoch;
        if (state.timerPlace == RequesterState.NONE)
        {
            add(qp, deadlineNs);
        }
        else if (deadlineNs - state.wakeNs < 0)
        {
            state.wakeNs = deadlineNs;
            siftUp(state.timerPlace, qp);
        }
    }

    /** Does not expire. */
    void disarm(final ServedQp qp)
    {
        qp.requester.isTimerArmed = false;
    }

    /** Does not expire, and the queue pair is forgotten. */
    void cancel(final ServedQp qp)
    {
        disarm(qp);
        if (qp.requester.timerPlace != RequesterState.NONE)
        {
            remove(qp.requester.timerPlace);
        }
    }

    /** When to look next: no timer expires before; {@link TimedWork#NO_DEADLINE} when none is armed. */
    long nextDeadlineNs()
    {
        return size == 0 ? TimedWork.NO_DEADLINE : heap[0].requester.wakeNs;
    }

    /** @return how many have expired. */
    int poll(final long nowNs, final Handler handler)
    {
        int expired = 0;
        while (size > 0 && heap[0].requester.wakeNs - nowNs <= 0)
        {
            final ServedQp qp = heap[0];
            final RequesterState state = qp.requester;
            remove(0);
            if (!state.isTimerArmed)
            {
                continue;
            }

            if (state.deadlineNs - nowNs > 0)
            {
                add(qp, state.deadlineNs);
            }
            else
            {
                state.isTimerArmed = false;
                expired++;
                handler.onTimer(qp, state.timerEpoch);
            }
        }
        return expired;
    }

    private void add(final ServedQp qp, final long wakeNs)
    {
        if (size == heap.length)
        {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        qp.requester.wakeNs = wakeNs;
        siftUp(size++, qp);
    }

    private void remove(final int place)
    {
        heap[place].requester.timerPlace = RequesterState.NONE;
        final ServedQp last = heap[--size];
        heap[size] = null;
        if (place < size)
        {
            siftDown(place, last);
            if (heap[place] == last)
            {
                siftUp(place, last);
            }
        }
    }

    private void siftUp(final int start, final ServedQp qp)
    {
        int place = start;
        while (place > 0)
        {
            final int parent = (place - 1) / 2;
            if (qp.requester.wakeNs - heap[parent].requester.wakeNs >= 0)
            {
                break;
            }
            put(place, heap[parent]);
            place = parent;
        }
        put(place, qp);
    }

    private void siftDown(final int start, final ServedQp qp)
    {
        int place = start;
        while (2 * place + 1 < size)
        {
            int child = 2 * place + 1;
            if (child + 1 < size && heap[child + 1].requester.wakeNs - heap[child].requester.wakeNs < 0)
            {
                child++;
            }
            if (heap[child].requester.wakeNs - qp.requester.wakeNs >= 0)
            {
                break;
            }
            put(place, heap[child]);
            place = child;
        }
        put(place, qp);
    }

    private void put(final int place, final ServedQp qp)
    {
        heap[place] = qp;
        qp.requester.timerPlace = place;
    }
}
