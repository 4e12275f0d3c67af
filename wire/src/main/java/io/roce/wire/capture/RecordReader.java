package io.roce.wire.capture;

import java.io.IOException;

/** Reads the frames of one file format. */
interface RecordReader
{
    /**
     * Reads the next frame, all but its number.
     *
     * @param frameNumber which it is, from 1, for messages.
     * @return false at the end of the file.
     */
    boolean next(Frame frame, long frameNumber) throws IOException;
}
