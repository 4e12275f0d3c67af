package io.roce.nic.error;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A verb was refused and has changed nothing. The message is one sentence without its full stop, since more may follow;
 * the fields say the same to a program. It is an answer that is to be expected, and has no stack trace: that would name
 * the lane's loop and cost more than the verb.
 */
public final class VerbsException extends Exception
{
    @Serial
    private static final long serialVersionUID = 1L;

    private final VerbsErrorCode code;
    private final transient Map<String, Object> fields = new LinkedHashMap<>();

    public VerbsException(final VerbsErrorCode code, final String message)
    {
        super(message, null, true, false);
        this.code = code;
    }

    /** {@link VerbsErrorCode#OUT_OF_RANGE} for a number between bounds. */
    public static VerbsException outOfRange(
        final String field, final long value, final long min, final long max, final NumberForm form)
    {
        return outOfRange(field, value, form.format(value), min, max, form);
    }

    /**
     * {@link VerbsErrorCode#OUT_OF_RANGE} for a number that may be too long for any type.
     *
     * @param value as it is told to programs.
     * @param text  as it is told to people.
     */
    public static VerbsException outOfRange(
        final String field,
        final Object value,
        final String text,
        final long min,
        final long max,
        final NumberForm form)
    {
        return new VerbsException(
            VerbsErrorCode.OUT_OF_RANGE,
            "%s is %s, outside %s to %s".formatted(field, text, form.format(min), form.format(max)))
            .with("field", field)
            .with("value", value)
            .with("min", min)
            .with("max", max);
    }

    /** {@link VerbsErrorCode#OUT_OF_RANGE} for a number that a port of the node bounds. */
    public static VerbsException outOfRangeOfPort(
        final String field, final long value, final long min, final long max, final int portNum)
    {
        return new VerbsException(
            VerbsErrorCode.OUT_OF_RANGE,
            "%s is %d, outside %d to %d of port %d".formatted(field, value, min, max, portNum))
            .with("field", field)
            .with("value", value)
            .with("min", min)
            .with("max", max)
            .with("port_num", portNum);
    }

    /** {@link VerbsErrorCode#OUT_OF_RANGE} for what has no bounds but a list. */
    public static VerbsException notAllowed(final String field, final Object value, final List<String> allowed)
    {
        return notAllowed(field, value, allowed, "");
    }

    /** As {@link #notAllowed(String, Object, List)}, with more to be told to people after the list. */
    public static VerbsException notAllowed(
        final String field, final Object value, final List<String> allowed, final String more)
    {
        return new VerbsException(
            VerbsErrorCode.OUT_OF_RANGE, "%s is %s, not %s%s".formatted(field, value, String.join(", ", allowed), more))
            .with("field", field)
            .with("value", value)
            .with("allowed", allowed);
    }

    /** {@link VerbsErrorCode#LIMIT_REACHED}: so many of a kind live, and one more was asked for. */
    public static VerbsException limitReached(final String kind, final int max)
    {
        return new VerbsException(
            VerbsErrorCode.LIMIT_REACHED, "there are as many %s as there can be: %d".formatted(kind, max))
            .with("kind", kind)
            .with("max", max);
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
