package io.roce.nic.mmsg;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/** The system calls, and whether they are to be had: on 64-bit Linux, where JNA can load what it needs. */
public final class Mmsg
{
    private static final Throwable UNAVAILABLE = load();

    private Mmsg()
    {
    }

    /** Why they are not to be had, in a few words; null where they are. */
    public static String unavailability()
    {
        return UNAVAILABLE == null ? null : UNAVAILABLE.getMessage();
    }

    static native int recvmmsg(int fd, long messages, int count, int flags, long timeout);

    static native int sendmmsg(int fd, long messages, int count, int flags);

    private static Throwable load()
    {
        // The message headers are laid out here as that one has them.
        if (!Platform.isLinux() || !Platform.is64Bit())
        {
            return new UnsupportedOperationException("it takes 64-bit Linux");
        }

        try
        {
            Native.register(Mmsg.class, NativeLibrary.getProcess());
            return null;
        }
        catch (final LinkageError ex)
        {
            return ex;
        }
    }
}
