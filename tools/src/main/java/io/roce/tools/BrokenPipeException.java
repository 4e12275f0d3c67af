package io.roce.tools;

import java.io.Serial;

/** Nobody reads what is printed any more: the command ends, and there is nobody to tell. */
final class BrokenPipeException extends RuntimeException
{
    @Serial
    private static final long serialVersionUID = 1L;
}
