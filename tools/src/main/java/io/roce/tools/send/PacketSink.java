package io.roce.tools.send;

import java.io.IOException;

/** Where packets are sent to. */
@FunctionalInterface
public interface PacketSink
{
    /** Sends one packet; when this returns the bytes may be used again. */
    void send(byte[] array, int offset, int length) throws IOException;
}
