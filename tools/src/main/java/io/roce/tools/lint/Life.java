package io.roce.tools.lint;

/** What is known of a queue pair at one address: whether it is connected, by whom it is used, what was agreed. */
final class Life
{
    static final int UNKNOWN = -1;

    /** Flow that used it last; null when none has. */
    Flow flow;

    long lastFrame;
    long lastTimeNs;

    /** When it was disconnected; 0 while it is not. */
    long disconnectedFrame;

    /** By connection management: what the first request to it has, and its path MTU; {@link #UNKNOWN} without it. */
    int agreedPsn = UNKNOWN;
    int agreedMtu = UNKNOWN;
    int peerQp = UNKNOWN;
    boolean isPsnDue;

    boolean isUsed()
    {
        return lastFrame != 0;
    }
}
