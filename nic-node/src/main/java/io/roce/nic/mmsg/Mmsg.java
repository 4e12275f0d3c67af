package io.roce.nic.mmsg;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/** The system calls, and whether they are to be had: on 64-bit Linux, where JNA can load what it needs. */
public final class Mmsg
{
    private static final String UNAVAILABILITY = load();

    private Mmsg()
    {
    }

    /** Why they are not to be had, in a few words; null where they are. */
    public static String unavailability()
    {
        return UNAVAILABILITY;
    }

    static native int recvmmsg(int fd, long messages, int count, int flags, long timeout);

    static native int sendmmsg(int fd, long messages, int count, int flags);

    static native int setsockopt(int fd, int level, int name, long value, int length);

    private static String load()
    {
        // MessageHeaders lays them out as 64-bit Linux does.
        if (!Platform.isLinux() || !Platform.is64Bit())
        {
            return "it takes 64-bit Linux";
        }

        try
        {
            Native.register(Mmsg.class, NativeLibrary.getProcess());
            return null;
        }
        catch (final LinkageError ex)
        {
            return sentence(ex);
        }
    }

    /** What was thrown first, on one line: the initializer of a class wraps it. */
    private static String sentence(final LinkageError error)
    {
        final Throwable first = error.getCause() == null ? error : error.getCause();
        final String message = first.getMessage() == null ? first.toString() : first.getMessage();
        return message.strip().replaceAll("\\s+", " ");
    }
}
