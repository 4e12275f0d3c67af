package io.roce.nic.record;

/** Whether a node records. */
public enum RecordState
{
    /** It was given no file to record to. */
    NO_FILE,
    /** It could. */
    OFF,
    ON,
    /** It did until writing failed, as on a full disk. The node itself goes on. */
    FAILED
}
