package io.roce.tools.top;

/**
 * A number in quarantine.
 *
 * @param remainingMs until it is let out; {@link #NOT_BY_TIME} when the clock alone does not free it.
 */
record WaitingQpn(int qpn, long remainingMs)
{
    static final long NOT_BY_TIME = -1;
}
