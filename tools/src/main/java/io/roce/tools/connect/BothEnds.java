package io.roce.tools.connect;

import io.roce.nic.qp.QpAttribute;
import io.roce.tools.cli.Numbers;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A value for the queue pairs of each node, written as one for both or as two with a comma. */
record BothEnds(int first, int second)
{
    static BothEnds same(final int value)
    {
        return new BothEnds(value, value);
    }

    private static BothEnds parse(final String text, final QpAttribute attribute)
    {
        final String[] parts = text.split(",", -1);
        if (parts.length > 2)
        {
            throw new TypeConversionException("'" + text + "' has values for " + parts.length + " nodes, not for two");
        }
        return new BothEnds(value(parts[0], attribute), value(parts[parts.length - 1], attribute));
    }

    private static int value(final String text, final QpAttribute attribute)
    {
        return (int)Numbers.parse(text, attribute.min(), attribute.max());
    }

    static final class Timeout implements ITypeConverter<BothEnds>
    {
        @Override
        public BothEnds convert(final String text)
        {
            return parse(text, QpAttribute.TIMEOUT);
        }
    }

    static final class RetryCnt implements ITypeConverter<BothEnds>
    {
        @Override
        public BothEnds convert(final String text)
        {
            return parse(text, QpAttribute.RETRY_CNT);
        }
    }
}
