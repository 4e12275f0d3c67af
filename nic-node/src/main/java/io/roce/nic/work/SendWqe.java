package io.roce.nic.work;

/**
 * A send request in its queue: what was asked for, and how far the requester has come with it. Lane thread only, from
 * the posting to {@link SendQueue#complete}.
 */
public final class SendWqe
{
    private final SendWr wr;
    private final byte[] inlineData;
    private boolean isSignaled;
    private long length;
    private boolean isStarted;
    private int firstPsn;
    private int lastPsn;
    private long bytesSent;
    private long bytesDone;

    SendWqe(final QpCap cap)
    {
        wr = new SendWr(cap.maxSendSge());
        inlineData = new byte[cap.maxInlineData()];
    }

    /** What was asked for, as it was when it was posted. */
    public SendWr wr()
    {
        return wr;
    }

    /** Whether its success is told. */
    public boolean isSignaled()
    {
        return isSignaled;
    }

    /** Of the message in bytes, 0 to 2^31: what is sent, or what the answer brings. */
    public long length()
    {
        return length;
    }

    public boolean isInline()
    {
        return SendFlag.INLINE.isIn(wr.flags());
    }

    /** Its bytes from 0 to {@link #length}, when it {@link #isInline}. */
    byte[] inlineData()
    {
        return inlineData;
    }

    /** Whether its keys were checked and it was given PSNs. */
    public boolean isStarted()
    {
        return isStarted;
    }

    /** The requester begins with it. */
    public void start(final int firstPsn, final int lastPsn)
    {
        isStarted = true;
        this.firstPsn = firstPsn;
        this.lastPsn = lastPsn;
    }

    /** PSN of its first packet; for a READ, of the first response. */
    public int firstPsn()
    {
        return firstPsn;
    }

    /** PSN of its last packet; for a READ, of the last response. */
    public int lastPsn()
    {
        return lastPsn;
    }

    /** Bytes of the message that have gone out; less again when they have to go out again. */
    public long bytesSent()
    {
        return bytesSent;
    }

    public void bytesSent(final long bytesSent)
    {
        this.bytesSent = bytesSent;
    }

    /** Bytes of the message that are acknowledged or, of a READ or an atomic, here. */
    public long bytesDone()
    {
        return bytesDone;
    }

    public void bytesDone(final long bytesDone)
    {
        this.bytesDone = bytesDone;
    }

    /** Posting thread. */
    void set(final SendWr posted, final boolean isSignaled)
    {
        wr.set(posted);
        if (posted.hasInlineData())
        {
            posted.copyInline(inlineData);
        }
        this.isSignaled = isSignaled;
        length = wr.length();
        isStarted = false;
        firstPsn = 0;
        lastPsn = 0;
        bytesSent = 0;
        bytesDone = 0;
    }
}
