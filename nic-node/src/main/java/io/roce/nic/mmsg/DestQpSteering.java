package io.roce.nic.mmsg;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Has Linux choose, among the sockets of one address and port, by the DestQP of a datagram: a program of classic BPF
 * ({@code SO_ATTACH_REUSEPORT_CBPF}), which sees the UDP payload and answers with the place of a socket in the order in
 * which they were bound. What is too short to have a DestQP comes to the first.
 * <pre>
 *   sock_fprog:  0 len (16 bits)   8 filter
 *   sock_filter: 0 code (16 bits)  2 jt  3 jf  4 k
 * </pre>
 */
public final class DestQpSteering
{
    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_REUSEPORT_CBPF = 51;

    private static final int PROGRAM_LENGTH = 16;
    private static final int FILTER_LENGTH = 8;

    private static final int LOAD_WORD = 0x20;
    private static final int AND = 0x54;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int RETURN = 0x06;

    /** Word of the BTH whose low 24 bits are DestQP. */
    private static final int DEST_QP_OFFSET = 4;
    private static final int DEST_QP_MASK = 0xFF_FFFF;

    private DestQpSteering()
    {
    }

    /**
     * @param fd        of one of the sockets, when all are bound.
     * @param firstQpns the first number that each socket gets, in the order in which they were bound; ascending.
     * @return whether the system does it.
     */
    public static boolean attach(final int fd, final int... firstQpns)
    {
        if (Mmsg.unavailability() != null)
        {
            return false;
        }

        final int filters = 3 + 2 * (firstQpns.length - 1);
        final ByteBuffer bytes = ByteBuffer.allocateDirect(PROGRAM_LENGTH + filters * FILTER_LENGTH)
            .order(ByteOrder.nativeOrder());
        final long address = Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
        bytes.putShort(0, (short)filters).putLong(8, address + PROGRAM_LENGTH).position(PROGRAM_LENGTH);
        filter(bytes, LOAD_WORD, 0, DEST_QP_OFFSET);
        filter(bytes, AND, 0, DEST_QP_MASK);
        for (int socket = firstQpns.length - 1; socket > 0; socket--)
        {
            filter(bytes, JUMP_IF_AT_LEAST, 1, firstQpns[socket]);
            filter(bytes, RETURN, 0, socket);
        }
        filter(bytes, RETURN, 0, 0);
        final int answer = Mmsg.setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, address, PROGRAM_LENGTH);
        Reference.reachabilityFence(bytes);
        return answer == 0;
    }

    /** @param jumpIfNot filters that are left out where the condition does not hold. */
    private static void filter(final ByteBuffer bytes, final int code, final int jumpIfNot, final int k)
    {
        bytes.putShort((short)code).put((byte)0).put((byte)jumpIfNot).putInt(k);
    }
}
