package io.roce.tools.qp;

import io.roce.nic.link.Port;
import io.roce.tools.cli.Numbers;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A path MTU, or that of a port, as the command line writes it: one of five. */
public final class PathMtu implements ITypeConverter<Integer>
{
    /** All that may be written. */
    static final String RANGE = "256, 512, 1024, 2048 or 4096";

    @Override
    public Integer convert(final String text)
    {
        final int mtu = (int)Numbers.parse(text, Port.MTUS.get(0), Port.MAX_MTU);
        if (!Port.MTUS.contains(mtu))
        {
            throw new TypeConversionException(text + " is not " + RANGE);
        }
        return mtu;
    }
}
