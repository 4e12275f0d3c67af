package io.roce.tools.admin;

import java.net.InetSocketAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What proves to a node that its admin API may be used. */
public final class TokenOption
{
    @Option(
        names = "--token",
        paramLabel = "TOKEN",
        converter = Converter.class,
        description = "For nodes that ask for one; by default what the environment variable ROCE_TOKEN holds, which, " +
            "other than an option, the list of processes does not show.")
    private String token;

    public AdminClient client(final InetSocketAddress admin)
    {
        return token == null ? new AdminClient(admin) : new AdminClient(admin, token);
    }

    /** Takes what a header can carry. */
    public static final class Converter implements ITypeConverter<String>
    {
        @Override
        public String convert(final String text)
        {
            if (!AdminClient.isToken(text))
            {
                throw new TypeConversionException("a token is " + AdminClient.TOKEN_FORM);
            }
            return text;
        }
    }
}
