package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The members of a request's body, each read as the type it must have. What is wrong is refused by its name. */
final class JsonBody
{
    private static final int MAX_SHOWN_LENGTH = 64;

    private final JsonNode object;

    private JsonBody(final JsonNode object)
    {
        this.object = object;
    }

    /** Reads a body that must be one JSON object with no members but those named. */
    static JsonBody read(final byte[] bytes, final Collection<String> names) throws Refusal
    {
        final JsonNode object = JsonText.read(bytes);
        if (object == null)
        {
            throw new Refusal(AdminErrorCode.SYNTAX, "The body must be a JSON object and is empty");
        }
        if (!object.isObject())
        {
            throw wrongType("body", object, "an object");
        }
        for (final Iterator<String> members = object.fieldNames(); members.hasNext();)
        {
            final String name = members.next();
            if (!names.contains(name))
            {
                throw unknown("member", name, names);
            }
        }
        return new JsonBody(object);
    }

    boolean has(final String name)
    {
        return object.has(name);
    }

    long integer(final String name, final long min, final long max, final NumberForm form) throws Refusal
    {
        final long value = longInteger(name, min, max, form);
        if (value < min || value > max)
        {
            throw VerbsRefusals.of(VerbsException.outOfRange(name, value, min, max, form));
        }
        return value;
    }

    /** An integer whose bounds somebody else checks, but for those that are too long for any; they are told these. */
    long longInteger(final String name, final long min, final long max, final NumberForm form) throws Refusal
    {
        final JsonNode value = object.path(name);
        if (!value.isIntegralNumber())
        {
            throw wrongType(name, value, "an integer");
        }
        if (!value.canConvertToLong())
        {
            throw VerbsRefusals.of(VerbsException.outOfRange(name, value, shown(value.toString()), min, max, form));
        }
        return value.longValue();
    }

    boolean flag(final String name) throws Refusal
    {
        final JsonNode value = object.path(name);
        if (!value.isBoolean())
        {
            throw wrongType(name, value, "true or false");
        }
        return value.booleanValue();
    }

    String text(final String name) throws Refusal
    {
        return text(name, object.path(name));
    }

    <E extends Enum<E>> E constant(final String name, final Class<E> list) throws Refusal
    {
        return constant(name, text(name), list);
    }

    <E extends Enum<E>> Set<E> constants(final String name, final Class<E> list) throws Refusal
    {
        final JsonNode array = object.path(name);
        if (!array.isArray())
        {
            throw wrongType(name, array, "an array of names");
        }
        final Set<E> constants = EnumSet.noneOf(list);
        for (final JsonNode element : array)
        {
            constants.add(constant(name, text(name, element), list));
        }
        return constants;
    }

    List<String> texts(final String name) throws Refusal
    {
        final JsonNode array = object.path(name);
        if (!array.isArray())
        {
            throw wrongType(name, array, "an array of strings");
        }
        final List<String> texts = new ArrayList<>();
        for (final JsonNode element : array)
        {
            texts.add(text(name, element));
        }
        return texts;
    }

    /** The constant of that name; the one way from a text to an enum. */
    static <E extends Enum<E>> E constant(final String field, final String text, final Class<E> list) throws Refusal
    {
        for (final E constant : list.getEnumConstants())
        {
            if (constant.name().equals(text))
            {
                return constant;
            }
        }
        final List<String> known = Arrays.stream(list.getEnumConstants()).map(Enum::name).toList();
        throw new Refusal(
            AdminErrorCode.UNKNOWN_NAME,
            field + " must be one of " + String.join(", ", known) + ": \"" + shown(text) + "\"")
            .with("field", field)
            .with("value", shown(text))
            .with("allowed", known);
    }

    /** @param kind what the name would be the name of. */
    static Refusal unknown(final String kind, final String name, final Collection<String> known)
    {
        return new Refusal(
            AdminErrorCode.UNKNOWN_NAME,
            "There is no " + kind + " \"" + shown(name) + "\" here; there " +
                (known.isEmpty() ? "is none" : "is " + String.join(", ", known)))
            .with("field", shown(name))
            .with("allowed", known);
    }

    /** A text of the caller's, cut to a length that can be sent back. */
    static String shown(final String text)
    {
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }

    private static String text(final String name, final JsonNode value) throws Refusal
    {
        if (!value.isTextual())
        {
            throw wrongType(name, value, "a string");
        }
        return value.textValue();
    }

    private static Refusal wrongType(final String field, final JsonNode value, final String expected)
    {
        if (value.isMissingNode())
        {
            return new Refusal(AdminErrorCode.MISSING, field + " must be given: " + expected)
                .with("field", field);
        }
        final String text = shown(value.toString());
        return new Refusal(AdminErrorCode.WRONG_TYPE, field + " is " + text + ", not " + expected)
            .with("field", field)
            .with("value", text)
            .with("expected", expected);
    }
}
