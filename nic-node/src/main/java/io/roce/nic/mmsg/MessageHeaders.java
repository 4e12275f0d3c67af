package io.roce.nic.mmsg;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An array of {@code struct mmsghdr} with what each of them points to, in one piece of direct memory:
 * <pre>
 *   headers                iovecs                 names                   controls                data
 *   +-------------------+  +-------------------+  +--------------------+  +--------------------+  +-----------+
 *   | count x 64        |  | count x 16        |  | count x 32         |  | count x 32         |  | as wished |
 *   +-------------------+  +-------------------+  +--------------------+  +--------------------+  +-----------+
 *
 *   mmsghdr:  0 msg_name        8 msg_namelen    16 msg_iov   24 msg_iovlen
 *            32 msg_control    40 msg_controllen 48 msg_flags 56 msg_len
 *   iovec:    0 iov_base        8 iov_len
 *   control:  0 cmsg_len        8 cmsg_level     12 cmsg_type 16 value
 * </pre>
 */
final class MessageHeaders
{
    static final int IPPROTO_UDP = 17;
    static final int NAME_LENGTH = 32;
    static final int CONTROL_LENGTH = 32;

    /** Of a control message whose value is a number of two bytes, with the padding behind it. */
    static final int SEGMENT_CONTROL_LENGTH = 24;

    private static final int HEADER_LENGTH = 64;
    private static final int IOVEC_LENGTH = 16;
    private static final int CONTROL_VALUE = 16;

    private static final int NAME_LEN = 8;
    private static final int IOV = 16;
    private static final int IOV_LEN = 24;
    private static final int CONTROL = 32;
    private static final int CONTROL_LEN = 40;
    private static final int MESSAGE_LEN = 56;

    private static final int CONTROL_LEVEL = 8;
    private static final int CONTROL_TYPE = 12;

    private final ByteBuffer bytes;
    private final long address;
    private final int iovecs;
    private final int names;
    private final int controls;
    private final int data;

    /**
     * @param count      messages.
     * @param dataLength bytes behind the headers, for the datagrams themselves.
     */
    MessageHeaders(final int count, final int dataLength)
    {
        iovecs = count * HEADER_LENGTH;
        names = iovecs + count * IOVEC_LENGTH;
        controls = names + count * NAME_LENGTH;
        data = controls + count * CONTROL_LENGTH;
        bytes = ByteBuffer.allocateDirect(data + dataLength).order(ByteOrder.nativeOrder());
        address = Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
        for (int i = 0; i < count; i++)
        {
            final int header = i * HEADER_LENGTH;
            bytes.putLong(header, address + name(i));
            bytes.putLong(header + IOV, address + iovecs + (long)i * IOVEC_LENGTH);
            bytes.putLong(header + IOV_LEN, 1);
        }
    }

    /** Everything, headers and data. */
    ByteBuffer bytes()
    {
        return bytes;
    }

    /** Of a header in memory. */
    long address(final int message)
    {
        return address + (long)message * HEADER_LENGTH;
    }

    /** Where the data starts in {@link #bytes()}. */
    int data()
    {
        return data;
    }

    /** Where a message's socket address stands in {@link #bytes()}. */
    int name(final int message)
    {
        return names + message * NAME_LENGTH;
    }

    void nameLength(final int message, final int length)
    {
        bytes.putInt(message * HEADER_LENGTH + NAME_LEN, length);
    }

    /** The bytes of a message, from an offset in {@link #bytes()} on. */
    void iovec(final int message, final int offset, final int length)
    {
        bytes.putLong(iovecs + message * IOVEC_LENGTH, address + offset);
        iovecLength(message, length);
    }

    void iovecLength(final int message, final int length)
    {
        bytes.putLong(iovecs + message * IOVEC_LENGTH + Long.BYTES, length);
    }

    /** What the system received of it. */
    int messageLength(final int message)
    {
        return bytes.getInt(message * HEADER_LENGTH + MESSAGE_LEN);
    }

    /** @param length 0 for none. */
    void controlLength(final int message, final int length)
    {
        bytes.putLong(message * HEADER_LENGTH + CONTROL, length == 0 ? 0 : address + control(message));
        bytes.putLong(message * HEADER_LENGTH + CONTROL_LEN, length);
    }

    /** Writes one control message of UDP's level, with room for its value. */
    void control(final int message, final int type, final int valueLength)
    {
        final int control = control(message);
        bytes.putLong(control, CONTROL_VALUE + valueLength);
        bytes.putInt(control + CONTROL_LEVEL, IPPROTO_UDP);
        bytes.putInt(control + CONTROL_TYPE, type);
    }

    /** Whether the first control message that was received is that one of UDP's level. */
    boolean hasControl(final int message, final int type)
    {
        final int control = control(message);
        return bytes.getLong(message * HEADER_LENGTH + CONTROL_LEN) > CONTROL_VALUE &&
            bytes.getInt(control + CONTROL_LEVEL) == IPPROTO_UDP && bytes.getInt(control + CONTROL_TYPE) == type;
    }

    /** Where the value of the first control message stands in {@link #bytes()}. */
    int controlValue(final int message)
    {
        return control(message) + CONTROL_VALUE;
    }

    private int control(final int message)
    {
        return controls + message * CONTROL_LENGTH;
    }
}
