package io.roce.nic.admin;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request is refused and has changed nothing. The message is one sentence without its full stop, as a
 * {@link io.roce.nic.error.VerbsException}'s is; the fields say the same to a program.
 */
final class Refusal extends Exception
{
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Map<String, Object> fields = new LinkedHashMap<>();
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    Refusal(final AdminErrorCode code, final String message)
    {
        this(code.status(), code.name(), message);
    }

    /** A refusal costs no stack trace: where it was thrown says nothing that the message does not. */
    Refusal(final int status, final String code, final String message)
    {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Adds a field: anything that has one obvious JSON form. */
    Refusal with(final String field, final Object value)
    {
        fields.put(field, value);
        return this;
    }

    /** The same of something inside the body: what leads there stands in front of the field. */
    Refusal in(final String path)
    {
        if (path.isEmpty() || !fields.containsKey("field"))
        {
            return this;
        }
        final Refusal inside = new Refusal(status, code, path + getMessage());
        inside.fields.putAll(fields);
        inside.headers.putAll(headers);
        return inside.with("field", path + fields.get("field"));
    }

    /** Adds a header to the answer. */
    Refusal withHeader(final String name, final String value)
    {
        headers.put(name, value);
        return this;
    }

    int status()
    {
        return status;
    }

    String code()
    {
        return code;
    }

    Map<String, Object> fields()
    {
        return fields;
    }

    Map<String, String> headers()
    {
        return headers;
    }
}
