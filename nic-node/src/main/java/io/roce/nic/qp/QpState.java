package io.roce.nic.qp;

/** Queue pair states (IBTA Vol 1, section 10.3.1). */
public enum QpState
{
    /** As created: nothing is accepted or sent. */
    RESET,
    /** Receives may be posted; nothing is accepted from the wire. */
    INIT,
    /** Ready to receive: requests are accepted. */
    RTR,
    /** Ready to send: requests and responses are accepted, requests are sent. */
    RTS,
    /** Send queue draining or drained. */
    SQD,
    /** Send queue error, UC and UD only. */
    SQE,
    /** Error: nothing is accepted or sent. */
    ERR
}
