package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;
import io.roce.wire.Qpn;

import java.net.InetAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A rule that a user gives: packets to one number go to another.
 *
 * @param address where the number is in the capture; null for anywhere.
 */
record Mapping(InetAddress address, int recorded, int qpn)
{
    void putInto(final QpnMap qpnMap)
    {
        if (address == null)
        {
            qpnMap.put(recorded, qpn);
        }
        else
        {
            qpnMap.put(address, recorded, qpn);
        }
    }

    /** Whether some packet went its way. */
    boolean isUsed(final QpnMap qpnMap)
    {
        return address == null ? qpnMap.isUsed(recorded) : qpnMap.isUsed(address, recorded);
    }

    /** Whether both are for the same packets. */
    boolean isRival(final Mapping other)
    {
        return from().equals(other.from());
    }

    /** What it is for: {@code 0x000011}, {@code 10.91.0.2/0x000011}. */
    String from()
    {
        return (address == null ? "" : Addresses.format(address) + '/') + Qpn.format(recorded);
    }

    /** Reads {@code A=B} and {@code ADDR/A=B}. */
    static final class Converter implements ITypeConverter<Mapping>
    {
        @Override
        public Mapping convert(final String text)
        {
            final int equals = text.lastIndexOf('=');
            final int slash = text.lastIndexOf('/', Math.max(0, equals));
            if (equals < 0)
            {
                throw new TypeConversionException("'" + text + "' is not A=B or ADDR/A=B");
            }
            return new Mapping(
                slash < 0 ? null : Addresses.parseHost(text.substring(0, slash)),
                (int)Numbers.parse(text.substring(slash + 1, equals), 0, Qpn.MASK),
                (int)Numbers.parse(text.substring(equals + 1), 0, Qpn.MASK));
        }
    }
}
