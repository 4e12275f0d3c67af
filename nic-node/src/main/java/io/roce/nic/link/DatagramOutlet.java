package io.roce.nic.link;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The socket below a {@link DatagramSender}. Not thread-safe. */
interface DatagramOutlet
{
    /** Where it is bound. */
    InetSocketAddress local();

    boolean isIdentificationZero();

    /** As {@link DatagramSender#add}, where the destination is of the right family and the length one that UDP has. */
    void add(byte[] array, int offset, int length, InetSocketAddress to, SendRefusals refusals);

    /** Returns when nothing waits. */
    void flush();

    void close() throws IOException;
}
