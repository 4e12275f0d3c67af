package io.roce.nic.qp;

import io.roce.nic.link.Addresses;

import java.net.InetAddress;
import java.util.Arrays;

/** A set of attributes with their values: what a modify asks for, or what a query answers. */
public final class QpAttributes
{
    private long[] values;
    private InetAddress dgid;
    private int mask;

    /** Sets an attribute other than {@link QpAttribute#DGID}; the range is checked by modify. */
    public QpAttributes put(final QpAttribute attribute, final long value)
    {
        if (values == null)
        {
            // Late, since a batch of new queue pairs has many sets without a value.
            values = new long[QpAttribute.values().length];
        }
        values[attribute.ordinal()] = value;
        mask |= attribute.bit();
        return this;
    }

    /** Sets {@link QpAttribute#DGID}. */
    public QpAttributes dgid(final InetAddress dgid)
    {
        this.dgid = dgid;
        mask |= QpAttribute.DGID.bit();
        return this;
    }

    public boolean has(final QpAttribute attribute)
    {
        return (mask & attribute.bit()) != 0;
    }

    /** The value; 0 when it is not set. */
    public long value(final QpAttribute attribute)
    {
        return values == null ? 0 : values[attribute.ordinal()];
    }

    /** The value of {@link QpAttribute#DGID}; null when it is not set. */
    public InetAddress dgid()
    {
        return dgid;
    }

    /** The bits of the attributes that are set. */
    public int mask()
    {
        return mask;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("{");
        Arrays.stream(QpAttribute.values()).filter(this::has).forEach(attribute -> text
            .append(text.length() > 1 ? ", " : "")
            .append(attribute.label())
            .append('=')
            .append(attribute == QpAttribute.DGID ? text(dgid) : value(attribute)));
        return text.append('}').toString();
    }

    private static Object text(final InetAddress address)
    {
        return address == null ? null : Addresses.format(address);
    }
}
