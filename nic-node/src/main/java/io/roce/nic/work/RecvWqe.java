package io.roce.nic.work;

/** A receive in its queue. Lane thread only, from the posting to {@link RecvQueue#complete}. */
public final class RecvWqe
{
    private final RecvWr wr;
    private long length;
    private boolean isStarted;

    RecvWqe(final QpCap cap)
    {
        wr = new RecvWr(cap.maxRecvSge());
    }

    /** What was posted, as it was then. */
    public RecvWr wr()
    {
        return wr;
    }

    /** Bytes that it has room for, 0 to 2^31. */
    public long length()
    {
        return length;
    }

    /** Whether its keys were checked, for a message that is coming in. */
    public boolean isStarted()
    {
        return isStarted;
    }

    /** False again when the message was abandoned: the next one finds the receive as it was posted. */
    public void isStarted(final boolean isStarted)
    {
        this.isStarted = isStarted;
    }

    /** Posting thread. */
    void set(final RecvWr posted)
    {
        wr.set(posted);
        length = wr.sges().totalLength();
        isStarted = false;
    }
}
