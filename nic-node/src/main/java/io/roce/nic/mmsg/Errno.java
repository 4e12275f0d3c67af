package io.roce.nic.mmsg;

/** Linux's numbers of the errors that mean something here. */
public final class Errno
{
    public static final int EPERM = 1;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EMSGSIZE = 90;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ENETUNREACH = 101;
    public static final int ENOBUFS = 105;
    public static final int EHOSTUNREACH = 113;

    private Errno()
    {
    }
}
