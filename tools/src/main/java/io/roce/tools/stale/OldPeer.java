package io.roce.tools.stale;

import java.io.IOException;

/** The peer that goes on sending to a number whose queue pair has gone. */
@FunctionalInterface
public interface OldPeer
{
    /** Sends one request to a number; it is on its way when this returns. */
    void send(int qpn) throws IOException;
}
