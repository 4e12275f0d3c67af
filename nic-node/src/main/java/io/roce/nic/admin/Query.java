package io.roce.nic.admin;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.wire.Qpn;

import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The parameters behind the question mark, and numbers in a path: texts that must be something. */
final class Query
{
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]+");

    private final Map<String, List<String>> parameters;

    private Query(final Map<String, List<String>> parameters)
    {
        this.parameters = parameters;
    }

    /** Reads the parameters behind a path, which must have no names but those given, each once. */
    static Query read(final String pathAndQuery, final Collection<String> names) throws Refusal
    {
        final Map<String, List<String>> parameters;
        try
        {
            parameters = new QueryStringDecoder(pathAndQuery, StandardCharsets.UTF_8).parameters();
        }
        catch (final IllegalArgumentException e)
        {
            throw new Refusal(AdminErrorCode.SYNTAX, "The query has a percent sign without two hex digits behind it");
        }
        for (final Map.Entry<String, List<String>> parameter : parameters.entrySet())
        {
            if (!names.contains(parameter.getKey()))
            {
                throw JsonBody.unknown("parameter", parameter.getKey(), names);
            }
            if (parameter.getValue().size() > 1)
            {
                throw new Refusal(AdminErrorCode.SYNTAX, "Parameter " + parameter.getKey() + " must be given once")
                    .with("field", parameter.getKey());
            }
        }
        return new Query(parameters);
    }

    boolean has(final String name)
    {
        return parameters.containsKey(name);
    }

    long integer(final String name, final long min, final long max, final long absent, final NumberForm form)
        throws Refusal
    {
        return has(name) ? number(name, parameters.get(name).get(0), min, max, form) : absent;
    }

    /** The constant of that name, null when the parameter is absent. */
    <E extends Enum<E>> E constant(final String name, final Class<E> list) throws Refusal
    {
        return has(name) ?
            JsonBody.constant(name, parameters.get(name).get(0), list) :
            null;
    }

    /** Some constants of a list by their names, with commas between; none when the parameter is absent. */
    <E extends Enum<E>> List<E> constants(final String name, final List<E> list) throws Refusal
    {
        final List<E> constants = new ArrayList<>();
        if (has(name))
        {
            for (final String text : parameters.get(name).get(0).split(",", -1))
            {
                constants.add(JsonBody.constant(name, text, list));
            }
        }
        return constants;
    }

    /** An IP literal, null when the parameter is absent. */
    InetAddress address(final String name) throws Refusal
    {
        return has(name) ? JsonBody.address(name, parameters.get(name).get(0)) : null;
    }

    /** A queue pair number in a path, decimal or 0x hex. */
    static int qpn(final String text) throws Refusal
    {
        return (int)number("qpn", text, 0, Qpn.MASK, NumberForm.HEX_24);
    }

    /** A key of a memory region in a path. */
    static int lkey(final String text) throws Refusal
    {
        return (int)number("lkey", text, 1, JsonBody.MAX_UINT32, NumberForm.DECIMAL);
    }

    /** Another handle in a path. */
    static int handle(final String field, final String text) throws Refusal
    {
        return (int)number(field, text, 1, Integer.MAX_VALUE, NumberForm.DECIMAL);
    }

    private static long number(
        final String field, final String text, final long min, final long max, final NumberForm form) throws Refusal
    {
        final BigInteger value;
        if (DECIMAL.matcher(text).matches())
        {
            value = new BigInteger(text);
        }
        else if (HEX.matcher(text).matches())
        {
            value = new BigInteger(text.substring(2), 16);
        }
        else
        {
            throw new Refusal(
                AdminErrorCode.SYNTAX,
                field + " must be a number in decimal or 0x hex: \"" + JsonBody.shown(text) + "\"")
                .with("field", field)
                .with("value", JsonBody.shown(text));
        }
        if (value.bitLength() >= Long.SIZE || value.longValue() < min || value.longValue() > max)
        {
            final String shown = JsonBody.shown(text);
            throw VerbsRefusals.of(VerbsException.outOfRange(
                field,
                shown,
                value.bitLength() < Long.SIZE ? form.format(value.longValue()) : shown,
                min,
                max,
                form));
        }
        return value.longValue();
    }
}
