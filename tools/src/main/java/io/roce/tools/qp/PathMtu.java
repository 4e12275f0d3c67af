package io.roce.tools.qp;

import io.roce.tools.cli.Numbers;

import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A path MTU as the command line writes it: one of five. */
public final class PathMtu implements ITypeConverter<Integer>
{
    /** All that may be written. */
    static final String RANGE = "256, 512, 1024, 2048 or 4096";

    private static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);

    @Override
    public Integer convert(final String text)
    {
        final int mtu = (int)Numbers.parse(text, 256, 4096);
        if (!MTUS.contains(mtu))
        {
            throw new TypeConversionException(text + " is not " + RANGE);
        }
        return mtu;
    }
}
