package io.roce.tools.send;

import java.io.IOException;

/** Where packets are sent to. */
public interface PacketSink
{
    /** Queues one packet, copied. */
    void send(byte[] array, int offset, int length) throws IOException;

    /** Returns when everything queued is on its way. */
    void flush() throws IOException;
}
