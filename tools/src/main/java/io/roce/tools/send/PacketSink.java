package io.roce.tools.send;

import io.roce.nic.link.SendRefusals;

/** Where packets are sent to. Not thread-safe. */
public interface PacketSink
{
    /** Takes one packet, which leaves at the latest with {@link #flush}; the bytes may be used again afterwards. */
    void add(byte[] array, int offset, int length);

    /** Lets leave what waits. */
    void flush();

    /** What the system has not taken of what has left or should have; what waits may be one more. */
    SendRefusals refusals();
}
