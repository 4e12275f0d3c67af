package io.roce.nic.qp;

import java.net.InetAddress;

/** Legal values for attributes at {@code SamplePorts.IPV4}, other than 0 wherever that is possible. */
public final class SampleAttributes
{
    public static final InetAddress PEER = address("127.20.7.2");

    private SampleAttributes()
    {
    }

    /** The attributes whose bits are set. */
    public static QpAttributes of(final int mask)
    {
        final QpAttributes attributes = new QpAttributes();
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if ((mask & attribute.bit()) == 0)
            {
                continue;
            }
            if (attribute == QpAttribute.DGID)
            {
                attributes.dgid(PEER);
            }
            else
            {
                attributes.put(attribute, value(attribute));
            }
        }
        return attributes;
    }

    /** What a queue pair in that state has to have, whatever its type: a port and a P_Key. */
    public static QpAttributes ofPort(final QpState state)
    {
        return of(state == QpState.RESET ? 0 : QpAttribute.PORT_NUM.bit() | QpAttribute.PKEY_INDEX.bit());
    }

    public static QpAttributes of(final QpType type, final QpState current, final QpState next)
    {
        return of(ExpectedTransitions.find(type, current, next).required());
    }

    public static long value(final QpAttribute attribute)
    {
        return switch (attribute)
        {
            case DGID -> 0;
            case PKEY_INDEX, PORT_NUM, SGID_INDEX -> 1;
            case QP_ACCESS_FLAGS -> 0b1110;
            case QKEY -> 0x8877_6655L;
            case PATH_MTU -> 1024;
            case DEST_QP_NUM -> 0xABCDEF;
            case RQ_PSN -> 0xFFFFFF;
            case MAX_DEST_RD_ATOMIC -> 255;
            case MIN_RNR_TIMER -> 12;
            case SQ_PSN -> 0xFEDCBA;
            case TIMEOUT -> 14;
            case RETRY_CNT -> 7;
            case RNR_RETRY -> 6;
            case MAX_RD_ATOMIC -> 16;
        };
    }

    public static InetAddress address(final String literal)
    {
        try
        {
            return InetAddress.getByName(literal);
        }
        catch (final java.net.UnknownHostException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
