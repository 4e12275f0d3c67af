package io.roce.tools.lint;

/**
 * One thing that was found.
 *
 * @param code         what.
 * @param conversation whom it is about; null for the capture.
 * @param frame        number of the frame that shows it.
 * @param detail       a few words with the numbers.
 */
public record Finding(FindingCode code, Conversation conversation, long frame, String detail)
{
}
