package io.roce.nic.mmsg;

import com.sun.jna.Native;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Datagrams that are to leave a socket with one system call. They stand behind one another in memory, in the order in
 * which they leave. With segments, datagrams of one length to one destination, and a shorter one behind them, are one
 * message that the system cuts ({@code UDP_SEGMENT}). Empty datagrams leave too. One thread.
 */
public final class SendBatch
{
    /** Messages to a system call. */
    public static final int MAX_MESSAGES = 64;

    /** Segments of a message that every kernel with {@code UDP_SEGMENT} takes. */
    public static final int MAX_SEGMENTS = 64;

    /** Longest UDP payload over IPv4; what a message with segments may come to. */
    public static final int MAX_LENGTH = 65_507;

    private static final int MSG_DONTWAIT = 0x40;
    private static final int UDP_SEGMENT = 103;
    private static final short AF_INET = 2;
    private static final short AF_INET6 = 10;
    private static final int SOCKADDR_IN_LENGTH = 16;
    private static final int SOCKADDR_IN6_LENGTH = 28;

    private final MessageHeaders headers;
    private final ByteBuffer bytes;
    private final int end;
    private final byte[] lastName = new byte[MessageHeaders.NAME_LENGTH];
    private final ByteBuffer lastNameFields = ByteBuffer.wrap(lastName);
    private final int[] segmentLengths = new int[MAX_MESSAGES];
    private final int[] segments = new int[MAX_MESSAGES];
    private final InetSocketAddress[] destinations = new InetSocketAddress[MAX_MESSAGES];
    private InetSocketAddress last;
    private int lastNameLength;
    private int position;
    private int lastStart;
    private boolean isLastOpen;
    private int first;
    private int count;

    /** @param capacity bytes of all datagrams that wait. */
    public SendBatch(final int capacity)
    {
        headers = new MessageHeaders(MAX_MESSAGES, capacity);
        bytes = headers.bytes();
        position = headers.data();
        end = position + capacity;
    }

    public boolean isEmpty()
    {
        return first == count;
    }

    /** Whether there is room for one more of that length, to whomever. */
    public boolean hasRoom(final int length)
    {
        return count < MAX_MESSAGES && length <= end - position;
    }

    /** Whether less than half the room is left. */
    public boolean isHalfFull()
    {
        return count > MAX_MESSAGES / 2 || end - position < (end - headers.data()) / 2;
    }

    /**
     * Takes a copy of one datagram; there is room for it.
     *
     * @param to          resolved, of the socket's family.
     * @param isSegmented whether it may be a segment of a message.
     * @return its place among the segments of its message, which the system counts its identification from; 0 for one
     *     of its own.
     */
    public int add(
        final byte[] array,
        final int offset,
        final int length,
        final InetSocketAddress to,
        final boolean isSegmented)
    {
        if (isSegmented && isOpenFor(length, to))
        {
            return extend(array, offset, length);
        }

        final int message = count++;
        name(message, to);
        lastStart = position;
        headers.iovec(message, position, length);
        headers.controlLength(message, 0);
        segmentLengths[message] = length;
        segments[message] = 1;
        destinations[message] = to;
        isLastOpen = isSegmented && length > 0;
        bytes.put(position, array, offset, length);
        position += length;
        return 0;
    }

    /** Changes the bits of the last four bytes that were added, as a number whose first byte is its highest. */
    public void changeLastWord(final int difference)
    {
        final int word = position - Integer.BYTES;
        bytes.putInt(word, bytes.getInt(word) ^ Integer.reverseBytes(difference));
    }

    /**
     * Lets messages leave that wait, from the first on.
     *
     * @return how many datagrams left, at least one; or minus the error's number, {@link Errno#EAGAIN} when the
     *     socket's buffer is full. What did not leave waits on.
     */
    public int send(final int fd)
    {
        final int sent = Mmsg.sendmmsg(fd, headers.address(first), count - first, MSG_DONTWAIT);
        if (sent < 0)
        {
            return -Native.getLastError();
        }

        int datagrams = 0;
        for (int i = 0; i < sent; i++)
        {
            datagrams += leave();
        }
        return datagrams;
    }

    /** Bytes of each datagram of the first message but the last. */
    public int firstLength()
    {
        return segmentLengths[first];
    }

    /** Where the first message was to go. */
    public InetSocketAddress firstDestination()
    {
        return destinations[first];
    }

    /** Throws the first message away; answers how many datagrams it is. */
    public int drop()
    {
        return leave();
    }

    private int leave()
    {
        final int datagrams = segments[first++];
        if (first == count)
        {
            first = 0;
            count = 0;
            position = headers.data();
            isLastOpen = false;
        }
        return datagrams;
    }

    private boolean isOpenFor(final int length, final InetSocketAddress to)
    {
        if (!isLastOpen)
        {
            return false;
        }
        final int message = count - 1;
        return length > 0 && length <= segmentLengths[message] && segments[message] < MAX_SEGMENTS &&
            position - lastStart + length <= MAX_LENGTH && (to == last || to.equals(last));
    }

    private int extend(final byte[] array, final int offset, final int length)
    {
        final int message = count - 1;
        bytes.put(position, array, offset, length);
        position += length;
        headers.iovecLength(message, position - lastStart);
        if (segments[message] == 1)
        {
            headers.control(message, UDP_SEGMENT, Short.BYTES);
            headers.controlLength(message, MessageHeaders.SEGMENT_CONTROL_LENGTH);
            bytes.putShort(headers.controlValue(message), (short)segmentLengths[message]);
        }
        isLastOpen = length == segmentLengths[message];
        return segments[message]++;
    }

    private void name(final int message, final InetSocketAddress to)
    {
        if (to != last)
        {
            last = to;
            encode(to);
        }
        bytes.put(headers.name(message), lastName, 0, lastNameLength);
        headers.nameLength(message, lastNameLength);
    }

    private void encode(final InetSocketAddress to)
    {
        final byte[] address = to.getAddress().getAddress();
        final boolean isIpv6 = address.length == 16;
        lastNameLength = isIpv6 ? SOCKADDR_IN6_LENGTH : SOCKADDR_IN_LENGTH;
        lastNameFields.clear().order(bytes.order()).putShort(isIpv6 ? AF_INET6 : AF_INET);
        lastNameFields.put((byte)(to.getPort() >> Byte.SIZE)).put((byte)to.getPort());
        if (isIpv6)
        {
            lastNameFields.putInt(0).put(address).putInt(((Inet6Address)to.getAddress()).getScopeId());
        }
        else
        {
            lastNameFields.put(address).putLong(0);
        }
    }
}
