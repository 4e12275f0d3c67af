package io.roce.nic.qp;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/** A verb was refused and has changed nothing. The message is one sentence; the fields say the same to a program. */
public final class VerbsException extends Exception
{
    @Serial
    private static final long serialVersionUID = 1L;

    private final VerbsErrorCode code;
    private final transient Map<String, Object> fields = new LinkedHashMap<>();

    public VerbsException(final VerbsErrorCode code, final String message)
    {
        super(message);
        this.code = code;
    }

    /** Adds a field: a string, a number, a list of strings, or null. */
    public VerbsException with(final String field, final Object value)
    {
        fields.put(field, value);
        return this;
    }

    public VerbsErrorCode code()
    {
        return code;
    }

    public Map<String, Object> fields()
    {
        return fields;
    }
}
