package io.roce.tools.send;

import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.net.InetSocketAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Where a tool sends from. */
public final class FromOption
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--from",
        paramLabel = "ADDR[:PORT]",
        converter = Converter.class,
        description = "The source address; any port unless said. By default 127.0.0.1 or ::1 to a loopback address, " +
            "to others the one that the system chooses.")
    private InetSocketAddress from;

    /**
     * The address to send from, port 0 for any.
     *
     * @throws IOException when none was given and the system has no way to the destination.
     */
    public InetSocketAddress toward(final InetSocketAddress to) throws IOException
    {
        if (from == null)
        {
            return new InetSocketAddress(SourceAddress.toward(to.getAddress()), 0);
        }
        if (from.getAddress().getClass() != to.getAddress().getClass())
        {
            throw new ParameterException(command.commandLine(), "the source " + Addresses.format(from.getAddress()) +
                " and the destination " + Addresses.format(to.getAddress()) + " are not of the same IP version");
        }
        return from;
    }

    private static final class Converter implements ITypeConverter<InetSocketAddress>
    {
        @Override
        public InetSocketAddress convert(final String text)
        {
            final InetSocketAddress from = Addresses.parse(text, 0);
            if (from.getAddress().isAnyLocalAddress())
            {
                throw new TypeConversionException("'" + text + "' is no concrete address, and the ICRC covers it");
            }
            return from;
        }
    }
}
