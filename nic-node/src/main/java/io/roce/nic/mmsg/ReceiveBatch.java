package io.roce.nic.mmsg;

import com.sun.jna.Native;

import java.nio.ByteBuffer;

/**
 * Takes datagrams from a socket, many with one system call, into slots that are used again by the next call. With
 * {@code UDP_GRO} a slot may hold several of one length and sender, behind one another. One thread.
 */
public final class ReceiveBatch
{
    /** Longest UDP payload, which is also what the system puts into one slot with {@code UDP_GRO}. */
    public static final int MAX_LENGTH = 65_535;

    private static final int MSG_DONTWAIT = 0x40;
    private static final int UDP_GRO = 104;
    private static final int CACHE_LINE_LENGTH = 64;
    private static final int SOCKADDR_PORT = 2;
    private static final int SOCKADDR_IPV4_ADDRESS = 4;
    private static final int SOCKADDR_IPV6_ADDRESS = 8;

    private final MessageHeaders headers;
    private final ByteBuffer bytes;
    private final int count;
    private final int stride;
    private final boolean isSegmented;
    private final long[] sender = new long[MessageHeaders.NAME_LENGTH / Long.BYTES];
    private final int nameWords;

    /**
     * @param count       slots.
     * @param slotLength  bytes of each; a longer datagram is cut, and fills its slot.
     * @param isIpv6      the family of the socket.
     * @param isSegmented whether the socket has {@code UDP_GRO}; then slots want {@link #MAX_LENGTH}.
     */
    public ReceiveBatch(final int count, final int slotLength, final boolean isIpv6, final boolean isSegmented)
    {
        this.count = count;
        this.isSegmented = isSegmented;
        nameWords = isIpv6 ? 3 : 1;

        // An odd number of cache lines, so that the slots' beginnings do not compete for the same sets of a cache.
        stride = ((slotLength + CACHE_LINE_LENGTH - 1) / CACHE_LINE_LENGTH | 1) * CACHE_LINE_LENGTH;
        headers = new MessageHeaders(count, count * stride);
        bytes = headers.bytes();
        for (int i = 0; i < count; i++)
        {
            headers.iovec(i, slot(i), slotLength);
        }
    }

    /**
     * Fills slots, from the first on.
     *
     * @return how many are full, 0 when there is nothing now; or minus the error's number.
     */
    public int receive(final int fd)
    {
        for (int i = 0; i < count; i++)
        {
            headers.nameLength(i, MessageHeaders.NAME_LENGTH);
            if (isSegmented)
            {
                headers.controlLength(i, MessageHeaders.CONTROL_LENGTH);
            }
        }

        final int received = Mmsg.recvmmsg(fd, headers.address(0), count, MSG_DONTWAIT, 0);
        if (received >= 0)
        {
            return received;
        }
        final int error = Native.getLastError();
        return error == Errno.EAGAIN || error == Errno.EINTR ? 0 : -error;
    }

    /** Bytes in a slot, of all the datagrams there. */
    public int length(final int slot)
    {
        return headers.messageLength(slot);
    }

    /** The length of each datagram in a slot but the last, which may be shorter: that of the slot when it holds one. */
    public int segmentLength(final int slot)
    {
        if (isSegmented && headers.hasControl(slot, UDP_GRO))
        {
            return bytes.getInt(headers.controlValue(slot));
        }
        return headers.messageLength(slot);
    }

    /** Copies bytes of a slot, from {@code offset} in it. */
    public void copy(final int slot, final int offset, final byte[] to, final int index, final int length)
    {
        bytes.get(slot(slot) + offset, to, index, length);
    }

    /** The next slot that is asked for has another sender. */
    public void forgetSender()
    {
        sender[0] = 0;      // an address family is not 0
    }

    /** Whether it came from another sender than the slot that this was asked for before. */
    public boolean isOtherSender(final int slot)
    {
        boolean isOther = false;
        final int name = headers.name(slot);
        for (int i = 0; i < nameWords; i++)
        {
            final long word = bytes.getLong(name + i * Long.BYTES);
            isOther |= word != sender[i];
            sender[i] = word;
        }
        return isOther;
    }

    /** UDP port of the sender. */
    public int senderPort(final int slot)
    {
        final int port = headers.name(slot) + SOCKADDR_PORT;
        return (bytes.get(port) & 0xFF) << Byte.SIZE | bytes.get(port + 1) & 0xFF;
    }

    /** @param to 4 or 16 bytes, as the family has it. */
    public void copySenderAddress(final int slot, final byte[] to)
    {
        bytes.get(headers.name(slot) + (to.length == 4 ? SOCKADDR_IPV4_ADDRESS : SOCKADDR_IPV6_ADDRESS), to);
    }

    private int slot(final int slot)
    {
        return headers.data() + slot * stride;
    }
}
