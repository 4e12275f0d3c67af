package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Addresses;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The members of a request's body, each read as the type it must have. What is wrong is refused by its name. */
final class JsonBody
{
    /** Keys, immediate data and whatever else has 32 bits. */
    static final long MAX_UINT32 = 0xFFFF_FFFFL;

    private static final BigInteger MAX_UINT64 = BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);
    private static final int MAX_SHOWN_LENGTH = 64;

    /** What leads here from the body, in front of every name that is told to the caller; empty for the body itself. */
    private final String path;
    private final JsonNode object;

    private JsonBody(final String path, final JsonNode object)
    {
        this.path = path;
        this.object = object;
    }

    /** Reads a body that must be one JSON object with no members but those named. */
    static JsonBody read(final byte[] bytes, final Collection<String> names) throws Refusal
    {
        return of("", "body", required(bytes, "an object"), names);
    }

    /** Reads a body that must be one such object, or an array of up to {@code max} of them. */
    static List<JsonBody> readOneOrMore(final byte[] bytes, final Collection<String> names, final int max)
        throws Refusal
    {
        final JsonNode value = required(bytes, "an object or an array of objects");
        if (!value.isArray())
        {
            return List.of(of("", "body", value, names));
        }
        if (value.size() > max)
        {
            throw VerbsRefusals.of(VerbsException.outOfRange(
                "body", value.size(), "an array of " + value.size(), 0, max, NumberForm.DECIMAL));
        }
        final List<JsonBody> objects = new ArrayList<>();
        for (int i = 0; i < value.size(); i++)
        {
            final String name = "[" + i + "]";
            objects.add(of(name + '.', name, value.get(i), names));
        }
        return objects;
    }

    boolean has(final String name)
    {
        return object.has(name);
    }

    /** A member that is an object itself. */
    JsonBody object(final String name, final Collection<String> names) throws Refusal
    {
        return of(path + name + '.', path + name, object.path(name), names);
    }

    /** A member that is an array of objects. */
    List<JsonBody> objects(final String name, final Collection<String> names) throws Refusal
    {
        final JsonNode array = object.path(name);
        if (!array.isArray())
        {
            throw wrongType(path + name, array, "an array of objects");
        }
        final List<JsonBody> objects = new ArrayList<>();
        for (int i = 0; i < array.size(); i++)
        {
            final String element = path + name + '[' + i + ']';
            objects.add(of(element + '.', element, array.get(i), names));
        }
        return objects;
    }

    /** A member's name as it is told to the caller. */
    String full(final String name)
    {
        return path + name;
    }

    long integer(final String name, final long min, final long max, final NumberForm form) throws Refusal
    {
        final long value = longInteger(name, min, max, form);
        if (value < min || value > max)
        {
            throw VerbsRefusals.of(VerbsException.outOfRange(path + name, value, min, max, form));
        }
        return value;
    }

    /** A number of 64 bits without a sign, as the bits of a long. */
    long uint64(final String name) throws Refusal
    {
        final JsonNode node = object.path(name);
        if (!node.isIntegralNumber())
        {
            throw wrongType(path + name, node, "an integer");
        }
        final BigInteger value = node.bigIntegerValue();
        if (value.signum() < 0 || value.compareTo(MAX_UINT64) > 0)
        {
            final String text = shown(value.toString());
            throw VerbsRefusals.of(new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE, path + name + " is " + text + ", outside 0 to " + MAX_UINT64)
                .with("field", path + name)
                .with("value", value)
                .with("min", 0)
                .with("max", MAX_UINT64));
        }
        return value.longValue();
    }

    /** A number of 32 bits without a sign, as the bits of an int. */
    int uint32(final String name) throws Refusal
    {
        return (int)integer(name, 0, MAX_UINT32, NumberForm.DECIMAL);
    }

    /** An integer whose bounds somebody else checks, but for those that are too long for any; they are told these. */
    long longInteger(final String name, final long min, final long max, final NumberForm form) throws Refusal
    {
        final JsonNode value = object.path(name);
        if (!value.isIntegralNumber())
        {
            throw wrongType(path + name, value, "an integer");
        }
        if (!value.canConvertToLong())
        {
            throw VerbsRefusals.of(VerbsException.outOfRange(
                path + name, value, shown(value.toString()), min, max, form));
        }
        return value.longValue();
    }

    boolean flag(final String name) throws Refusal
    {
        final JsonNode value = object.path(name);
        if (!value.isBoolean())
        {
            throw wrongType(path + name, value, "true or false");
        }
        return value.booleanValue();
    }

    String text(final String name) throws Refusal
    {
        return text(path + name, object.path(name));
    }

    <E extends Enum<E>> E constant(final String name, final Class<E> list) throws Refusal
    {
        return constant(path + name, text(name), list);
    }

    <E extends Enum<E>> Set<E> constants(final String name, final Class<E> list) throws Refusal
    {
        final JsonNode array = object.path(name);
        if (!array.isArray())
        {
            throw wrongType(path + name, array, "an array of names");
        }
        final Set<E> constants = EnumSet.noneOf(list);
        for (final JsonNode element : array)
        {
            constants.add(constant(path + name, text(path + name, element), list));
        }
        return constants;
    }

    List<String> texts(final String name) throws Refusal
    {
        final JsonNode array = object.path(name);
        if (!array.isArray())
        {
            throw wrongType(path + name, array, "an array of strings");
        }
        final List<String> texts = new ArrayList<>();
        for (final JsonNode element : array)
        {
            texts.add(text(path + name, element));
        }
        return texts;
    }

    /** An IP literal. */
    InetAddress address(final String name) throws Refusal
    {
        return address(path + name, text(name));
    }

    /** The one way from a text to an address. */
    static InetAddress address(final String field, final String text) throws Refusal
    {
        final InetAddress address = Addresses.parse(text);
        if (address == null)
        {
            throw new Refusal(
                AdminErrorCode.SYNTAX, field + " must be an IP literal: \"" + shown(text) + "\"")
                .with("field", field)
                .with("value", shown(text));
        }
        return address;
    }

    /** The constant of that name; the one way from a text to an enum. */
    static <E extends Enum<E>> E constant(final String field, final String text, final Class<E> list) throws Refusal
    {
        return constant(field, text, List.of(list.getEnumConstants()));
    }

    /** The same, of some constants. */
    static <E extends Enum<E>> E constant(final String field, final String text, final List<E> list) throws Refusal
    {
        for (final E constant : list)
        {
            if (constant.name().equals(text))
            {
                return constant;
            }
        }
        final List<String> known = list.stream().map(Enum::name).toList();
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

    private static JsonNode required(final byte[] bytes, final String expected) throws Refusal
    {
        final JsonNode value = JsonText.read(bytes);
        if (value == null)
        {
            throw new Refusal(AdminErrorCode.SYNTAX, "The body is empty, not " + expected);
        }
        return value;
    }

    /** @param path in front of its members' names. */
    private static JsonBody of(
        final String path, final String name, final JsonNode object, final Collection<String> names) throws Refusal
    {
        if (!object.isObject())
        {
            throw wrongType(name, object, "an object");
        }
        for (final Iterator<String> members = object.fieldNames(); members.hasNext();)
        {
            final String member = members.next();
            if (!names.contains(member))
            {
                throw unknown("member", path + member, names);
            }
        }
        return new JsonBody(path, object);
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
