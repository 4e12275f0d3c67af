package io.roce.tools.mapping;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;
import io.roce.wire.Qpn;

import java.net.InetAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A rule that a user gives: one number of a capture's queue pairs becomes another.
 *
 * @param address  where the number is in the capture; null for anywhere.
 * @param recorded the number in the capture.
 * @param qpn      what it becomes.
 */
public record Mapping(InetAddress address, int recorded, int qpn)
{
    /**
     * Reads {@code A=B} and {@code ADDR/A=B}, where A is a queue pair's number.
     *
     * @param min of B, which may be another kind of number; {@code max} too.
     */
    public static Mapping parse(final String text, final int min, final int max)
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
            (int)Numbers.parse(text.substring(equals + 1), min, max));
    }

    public void putInto(final QpnMap qpnMap)
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
    public boolean isUsed(final QpnMap qpnMap)
    {
        return address == null ? qpnMap.isUsed(recorded) : qpnMap.isUsed(address, recorded);
    }

    /** Whether both are for the same packets. */
    public boolean isRival(final Mapping other)
    {
        return from().equals(other.from());
    }

    /** What it is for: {@code 0x000011}, {@code 10.91.0.2/0x000011}. */
    public String from()
    {
        return (address == null ? "" : Addresses.format(address) + '/') + Qpn.format(recorded);
    }

    /** Reads {@code A=B} and {@code ADDR/A=B}. */
    public static final class Converter implements ITypeConverter<Mapping>
    {
        @Override
        public Mapping convert(final String text)
        {
            return parse(text, 0, Qpn.MASK);
        }
    }
}
