package io.roce.tools.rewrite;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;

import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One value of a field becomes another.
 *
 * @param from null for any.
 * @param to   what it becomes.
 * @param text what {@code from} is, as the user has written it; empty for any.
 */
record Rule<T>(T from, T to, String text)
{
    private static final int VLAN_ID_MAX = 4094;

    /** Splits {@code A=B}, or {@code B} alone where any value will do. */
    private static <T> Rule<T> parse(final String text, final boolean isAnyAllowed, final Value<T> value)
    {
        final int equals = text.indexOf('=');
        if (equals < 0 && !isAnyAllowed)
        {
            throw new TypeConversionException("'" + text + "' is not A=B");
        }
        final String from = text.substring(0, Math.max(0, equals));
        return new Rule<>(equals < 0 ? null : value.of(from), value.of(text.substring(equals + 1)), from);
    }

    private static Rule<Integer> number(final String text, final int min, final int max)
    {
        return parse(text, true, number -> (int)Numbers.parse(number, min, max));
    }

    private interface Value<T>
    {
        T of(String text);
    }

    /** {@code A=B}, of one IP version. */
    static final class Address implements ITypeConverter<Rule<InetAddress>>
    {
        @Override
        public Rule<InetAddress> convert(final String text)
        {
            final Rule<InetAddress> rule = parse(text, false, Addresses::parseHost);
            if (rule.from.getAddress().length != rule.to.getAddress().length)
            {
                throw new TypeConversionException("'" + text + "' has addresses of IPv4 and IPv6");
            }
            return rule;
        }
    }

    /** {@code A=B}, each as {@code 52:54:00:91:00:02}. */
    static final class EtherAddress implements ITypeConverter<Rule<String>>
    {
        private static final Pattern PATTERN = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

        @Override
        public Rule<String> convert(final String text)
        {
            return parse(text.toLowerCase(Locale.ROOT), false, address ->
            {
                if (!PATTERN.matcher(address).matches())
                {
                    throw new TypeConversionException(
                        "'" + address + "' is not a MAC address such as 52:54:00:91:00:02");
                }
                return address;
            });
        }
    }

    /** 16 bits. */
    static final class Uint16 implements ITypeConverter<Rule<Integer>>
    {
        @Override
        public Rule<Integer> convert(final String text)
        {
            return number(text, 0, 0xFFFF);
        }
    }

    /** 6 bits. */
    static final class Dscp implements ITypeConverter<Rule<Integer>>
    {
        @Override
        public Rule<Integer> convert(final String text)
        {
            return number(text, 0, 63);
        }
    }

    /** 0, which is priority alone, to 4094. */
    static final class VlanId implements ITypeConverter<Rule<Integer>>
    {
        @Override
        public Rule<Integer> convert(final String text)
        {
            return number(text, 0, VLAN_ID_MAX);
        }
    }

    /** The VLAN of a new tag. */
    static final class NewVlanId implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, VLAN_ID_MAX);
        }
    }
}
