package io.roce.nic.record;

/**
 * What has been recorded since it was last switched on. When it is off or has failed,
 * {@code recorded + missed = packets} that were to be recorded; while it is on, some are on their way to the file.
 *
 * @param mode      which packets are or were.
 * @param packets   that were to be recorded.
 * @param recorded  of them are in files.
 * @param missed    of them are not, nor will be: the ring was full, or writing has failed.
 * @param fileBytes in the file that is or was written last.
 * @param files     that have been begun.
 * @param failure   a sentence that says why it has failed; null when it has not.
 */
public record RecordFigures(
    RecordState state,
    RecordConfig config,
    RecordMode mode,
    long packets,
    long recorded,
    long missed,
    long fileBytes,
    long files,
    String failure)
{
}
