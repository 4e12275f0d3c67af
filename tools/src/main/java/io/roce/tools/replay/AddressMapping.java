package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A rule that a user gives: a node stands for an address of the capture.
 *
 * @param recorded the address in the capture.
 * @param to       where packets to it go.
 * @param admin    where the node is asked; null where the options for all nodes say so.
 */
record AddressMapping(InetAddress recorded, InetSocketAddress to, InetSocketAddress admin)
{
    /** Reads {@code ADDR=NODE[:PORT][@ADMIN[:PORT]]}. */
    static final class Converter implements ITypeConverter<AddressMapping>
    {
        @Override
        public AddressMapping convert(final String text)
        {
            final int equals = text.indexOf('=');
            if (equals < 0)
            {
                throw new TypeConversionException("'" + text + "' is not ADDR=NODE[:PORT][@ADMIN[:PORT]]");
            }
            final String node = text.substring(equals + 1);
            final int at = node.indexOf('@');
            final InetSocketAddress to = Addresses.parseRemote(at < 0 ? node : node.substring(0, at));
            if (to.getAddress().isAnyLocalAddress())
            {
                throw new TypeConversionException(
                    "'" + text + "' leads to no concrete address, and the ICRC covers it");
            }
            return new AddressMapping(
                Addresses.parseHost(text.substring(0, equals)),
                to,
                at < 0 ? null : Addresses.parseRemote(node.substring(at + 1)));
        }
    }
}
