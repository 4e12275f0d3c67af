package io.roce.nic.error;

/** Why a verb was refused. */
public enum VerbsErrorCode
{
    /** An argument is outside its range; the fields name it, its value and its bounds. */
    OUT_OF_RANGE,
    /** The transition needs attributes that were not given, or forbids some that were. */
    ILLEGAL_ATTRIBUTES,
    /** No such transition from the current state. */
    ILLEGAL_TRANSITION,
    /** Work was posted to a queue pair whose state does not take it yet. */
    ILLEGAL_STATE,
    /** In SQD with work unfinished that was started before: nothing but ERR can be gone to. */
    SQ_DRAINING,
    /** The number names no queue pair, and is not held back either. */
    UNALLOCATED,
    /** The number names a destroyed queue pair and is held back. */
    QUARANTINED,
    /** As many queue pairs live as the node can hold: by its limit, its pool of numbers or its memory. */
    TABLE_FULL,
    /** Not enough numbers are free, but some will be when their quarantine ends. */
    QPNS_QUARANTINED,
    /** The number that was asked for is in use or held back. */
    QPN_NOT_FREE,
    /**
     * No memory: for the table's page of the number that was asked for, for work queues, or to hold back the number of
     * the queue pair that is to be destroyed.
     */
    NO_MEMORY,
    /** RESET to INIT while the last peer may still transmit. */
    RESET_HOLD,
    /** As many of a kind as the node can hold; the fields name the kind and the limit. */
    LIMIT_REACHED,
    /** Nothing of that kind has the handle, or it has ended. */
    UNKNOWN_HANDLE,
    /** Others still belong to what is to end. */
    IN_USE,
    /** The key that was asked for, or another with its index, is in use. */
    KEY_NOT_FREE
}
