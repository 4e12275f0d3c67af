package io.roce.tools.decode;

import io.roce.wire.capture.Frame;

/**
 * What a capture says about a frame, on one line: whoever wrote the capture wrote it, so no character of it reaches a
 * terminal that may do more than be shown.
 */
final class CommentText
{
    private CommentText()
    {
    }

    /** Null where there is none. */
    static String of(final Frame frame)
    {
        if (frame.comment() == null)
        {
            return null;
        }

        final StringBuilder text = new StringBuilder(frame.comment().length());
        frame.comment().chars().forEach(c ->
        {
            switch (c)
            {
                case '\n' -> text.append("\\n");
                case '\\' -> text.append("\\\\");
                default ->
                {
                    if (c >= ' ' && c < 0x7F)
                    {
                        text.append((char)c);
                    }
                    else
                    {
                        text.append(String.format("\\u%04x", c));
                    }
                }
            }
        });
        return text.toString();
    }
}
