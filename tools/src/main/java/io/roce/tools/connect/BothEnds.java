package io.roce.tools.connect;

import io.roce.nic.qp.QpAttribute;
import io.roce.tools.cli.Numbers;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number for each of two nodes: written once for both, or as {@code A,B}. */
record BothEnds(int a, int b)
{
    static BothEnds same(final int value)
    {
        return new BothEnds(value, value);
    }

    static final class PortNum extends Converter
    {
        PortNum()
        {
            super(QpAttribute.PORT_NUM);
        }
    }

    static final class SgidIndex extends Converter
    {
        SgidIndex()
        {
            super(QpAttribute.SGID_INDEX);
        }
    }

    static final class PKeyIndex extends Converter
    {
        PKeyIndex()
        {
            super(QpAttribute.PKEY_INDEX);
        }
    }

    static final class Timeout extends Converter
    {
        Timeout()
        {
            super(QpAttribute.TIMEOUT);
        }
    }

    static final class RetryCnt extends Converter
    {
        RetryCnt()
        {
            super(QpAttribute.RETRY_CNT);
        }
    }

    private abstract static class Converter implements ITypeConverter<BothEnds>
    {
        private final QpAttribute attribute;

        Converter(final QpAttribute attribute)
        {
            this.attribute = attribute;
        }

        @Override
        public final BothEnds convert(final String text)
        {
            final String[] ends = text.split(",", -1);
            if (ends.length > 2)
            {
                throw new TypeConversionException("'" + text + "' is neither one number for both nodes nor A,B");
            }
            return new BothEnds(parse(ends[0]), parse(ends[ends.length - 1]));
        }

        private int parse(final String text)
        {
            return (int)Numbers.parse(text, attribute.min(), attribute.max());
        }
    }
}
