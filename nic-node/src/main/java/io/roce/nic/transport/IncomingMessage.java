package io.roce.nic.transport;

/** The SEND or RDMA WRITE that is coming in at an RC or UC queue pair, packet by packet. Lane thread only. */
final class IncomingMessage
{
    private RequestKind kind;
    private long received;

    // RDMA WRITE: where the rest of it goes.
    private int rKey;
    private long addr;
    private long remaining;

    boolean isOpen()
    {
        return kind != null;
    }

    /** Of the open message; null when none is. */
    RequestKind kind()
    {
        return kind;
    }

    /** Bytes that have come. */
    long received()
    {
        return received;
    }

    int rKey()
    {
        return rKey;
    }

    /** Where the next byte goes, unsigned. */
    long addr()
    {
        return addr;
    }

    /** Bytes that are to come by what the first packet said. */
    long remaining()
    {
        return remaining;
    }

    void openSend()
    {
        kind = RequestKind.SEND;
        received = 0;
    }

    void openWrite(final int rKey, final long addr, final long length)
    {
        kind = RequestKind.RDMA_WRITE;
        received = 0;
        this.rKey = rKey;
        this.addr = addr;
        remaining = length;
    }

    void onPayload(final int length)
    {
        received += length;
        addr += length;
        remaining -= length;
    }

    /** It is complete, or nothing more of it is wanted. */
    void close()
    {
        kind = null;
    }
}
