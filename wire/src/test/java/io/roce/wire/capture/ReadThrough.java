package io.roce.wire.capture;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What came of reading a file to its end.
 *
 * @param frameCount frames that were delivered.
 * @param complaint  the sentence that ended it, without the file's name; null when the file was well.
 */
record ReadThrough(int frameCount, String complaint)
{
    static ReadThrough of(final Path file) throws IOException
    {
        int count = 0;
        try (CaptureReader reader = CaptureReader.open(file))
        {
            final Frame frame = new Frame();
            while (reader.next(frame))
            {
                count++;
            }
        }
        catch (final CaptureFormatException ex)
        {
            final String name = file + " ";
            if (!ex.getMessage().startsWith(name))
            {
                throw new AssertionError("the file's name is not in front of: " + ex.getMessage(), ex);
            }

            return new ReadThrough(count, ex.getMessage().substring(name.length()));
        }

        return new ReadThrough(count, null);
    }
}
