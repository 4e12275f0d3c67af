package io.roce.nic.jfr;

/** Steps in the life of a queue pair and its number. */
enum QueuePairStep
{
    CREATED,
    /** A verb asked for another state. */
    MODIFIED,
    /** It went to an error state that no verb asked for. */
    FAILED,
    DESTROYED,
    /** Its number has left the quarantine. */
    RELEASED
}
