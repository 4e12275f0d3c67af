package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A rule that a user gives: where packets leave from that an address of the capture sent.
 *
 * @param recorded the address in the capture.
 * @param from     an address of this machine; port 0 for any.
 */
record SourceMapping(InetAddress recorded, InetSocketAddress from)
{
    /** Reads {@code ADDR=LOCAL[:PORT]}. */
    static final class Converter implements ITypeConverter<SourceMapping>
    {
        @Override
        public SourceMapping convert(final String text)
        {
            final int equals = text.indexOf('=');
            if (equals < 0)
            {
                throw new TypeConversionException("'" + text + "' is not ADDR=LOCAL[:PORT]");
            }
            final InetSocketAddress from = Addresses.parse(text.substring(equals + 1), 0);
            if (from.getAddress().isAnyLocalAddress())
            {
                throw new TypeConversionException("'" + text + "' is no concrete address, and the ICRC covers it");
            }
            return new SourceMapping(Addresses.parseHost(text.substring(0, equals)), from);
        }
    }
}
