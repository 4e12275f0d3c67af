package io.roce.nic.qpn;

/** Told of what becomes of numbers in quarantine. */
public interface QpnListener
{
    /** A number is free. */
    void onReleased(int qpn);

    /** Enough others have been handed out: a number waits for nothing but the clock. */
    void onTimeBound(int qpn, long untilNs);
}
