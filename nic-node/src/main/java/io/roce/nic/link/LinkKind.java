package io.roce.nic.link;

/** What a link is made of. */
public enum LinkKind
{
    /** The best that works here. */
    AUTO("auto"),
    /** On Netty's epoll event loop, many datagrams with a system call; 64-bit Linux. */
    MMSG("mmsg"),
    /** Netty's native epoll transport, Linux. */
    EPOLL("epoll"),
    /** Java NIO, everywhere. */
    NIO("nio");

    private final String label;

    LinkKind(final String label)
    {
        this.label = label;
    }

    /** As it is written on the command line. */
    public String label()
    {
        return label;
    }
}
