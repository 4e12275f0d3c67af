package io.roce.tools.node;

import io.roce.nic.link.Port;
import io.roce.tools.cli.Numbers;
import io.roce.wire.PKey;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How a port's tables are written, and what they are refused with. */
public final class PortValues
{
    private PortValues()
    {
    }

    /** The addresses of one port. */
    public record GidTable(List<InetSocketAddress> addresses)
    {
    }

    /** The P_Keys of one port. */
    record PKeyTable(List<Integer> pKeys)
    {
    }

    /** Addresses with commas between them. */
    public static final class GidTableConverter implements ITypeConverter<GidTable>
    {
        private final NodeValues.LocalAddressConverter address = new NodeValues.LocalAddressConverter();

        @Override
        public GidTable convert(final String text)
        {
            final List<InetSocketAddress> addresses = new ArrayList<>();
            for (final String part : text.split(",", -1))
            {
                addresses.add(address.convert(part));
            }
            requireCount("addresses", addresses.size(), Port.MAX_GIDS);
            return new GidTable(addresses);
        }
    }

    static final class PKeyTableConverter implements ITypeConverter<PKeyTable>
    {
        @Override
        public PKeyTable convert(final String text)
        {
            final List<Integer> pKeys = new ArrayList<>();
            for (final String part : text.split(",", -1))
            {
                final int pKey = (int)Numbers.parse(part, 0, PKey.DEFAULT);
                if (!PKey.isValid(pKey))
                {
                    throw new TypeConversionException(part + " names no partition: its low 15 bits are 0");
                }
                if (pKeys.contains(pKey))
                {
                    throw new TypeConversionException(PKey.format(pKey) + " stands twice in '" + text + "'");
                }
                pKeys.add(pKey);
            }
            requireCount("keys", pKeys.size(), Port.MAX_PKEYS);
            return new PKeyTable(pKeys);
        }
    }

    private static void requireCount(final String what, final int count, final int max)
    {
        if (count > max)
        {
            throw new TypeConversionException(count + " " + what + " are out of range: 1 to " + max);
        }
    }
}
