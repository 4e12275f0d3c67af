package io.roce.nic.lane;

import io.roce.nic.link.DatagramHandler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/** Where lanes of a node find what others hand over to them: one inbox for each lane, with room for all places. */
public final class Inboxes
{
    /** Datagrams that are handled before the lane turns to something else. */
    private static final int BATCH = 64;

    private final List<Inbox> inboxes = new ArrayList<>();

    public Inboxes(final int lanes)
    {
        for (int i = 0; i < lanes; i++)
        {
            inboxes.add(new Inbox(lanes * HandOver.PLACES));
        }
    }

    /**
     * The lane takes what comes; before it and all others are started.
     *
     * @param takenOver takes what was handed over, on the lane's thread, and counts it so.
     */
    public void open(final int index, final Lane lane, final DatagramHandler takenOver)
    {
        inboxes.get(index).open(lane, takenOver);
    }

    /** Any lane. {@link #tell} is to follow. */
    void add(final int index, final HandOver.Place place)
    {
        inboxes.get(index).full.add(place);
    }

    /** There is something. Any lane. */
    void tell(final int index)
    {
        inboxes.get(index).tell();
    }

    private static final class Inbox
    {
        private final ManyToOneConcurrentArrayQueue<HandOver.Place> full;
        private DatagramHandler takenOver;
        private ErrorHandler errors;
        private LaneSignal signal;

        Inbox(final int capacity)
        {
            full = new ManyToOneConcurrentArrayQueue<>(capacity);
        }

        void open(final Lane lane, final DatagramHandler takenOver)
        {
            this.takenOver = takenOver;
            errors = lane.errors();
            signal = lane.signal(this::drain);
        }

        void tell()
        {
            try
            {
                signal.raise();
            }
            catch (final RejectedExecutionException ex)
            {
                return;     // the lane has ended: the node is being closed
            }
        }

        private void drain()
        {
            HandOver.Place place = null;
            for (int i = 0; i < BATCH && (place = full.poll()) != null; i++)
            {
                try
                {
                    place.deliver(takenOver);
                }
                catch (final RuntimeException | Error ex)
                {
                    errors.onError(ex);
                }
                finally
                {
                    place.giveBack();
                }
            }
            if (place != null)
            {
                tell();
            }
        }
    }
}
