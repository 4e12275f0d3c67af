package io.roce.nic.link;

import io.roce.wire.Qpn;

/**
 * The UDP ports that packets leave from. Networks spread flows over their paths by it; receivers do not look at it.
 * What is here is what Linux' software RoCE does, in the range of dynamic ports, 49152 to 65535.
 */
public final class SourcePorts
{
    private static final int FIRST_DYNAMIC_PORT = 0xC000;
    private static final int LOW_BITS = 14;
    private static final int LOW_MASK = (1 << LOW_BITS) - 1;
    private static final int FLOW_LABEL_BITS = 20;
    private static final int FLOW_LABEL_MASK = (1 << FLOW_LABEL_BITS) - 1;

    /** 2^32 divided by the golden ratio, as in multiplicative hashing. */
    private static final int HASH_FACTOR = 0x61C8_8647;

    private SourcePorts()
    {
    }

    /**
     * For RC and UC: the same in both directions of a connection.
     *
     * @param flowLabel of the address handle, 20 bits; 0 when it has none, then the two numbers decide.
     */
    public static int connected(final int flowLabel, final int ownQpn, final int peerQpn)
    {
        final int label = flowLabel == 0 ? flowLabel(ownQpn, peerQpn) : flowLabel & FLOW_LABEL_MASK;
        return FIRST_DYNAMIC_PORT | label & LOW_MASK ^ label >>> LOW_BITS;
    }

    /** For UD, the general services QP included: by the sender's number alone, whatever its flow label. */
    public static int unconnected(final int ownQpn)
    {
        return FIRST_DYNAMIC_PORT + ((ownQpn & Qpn.MASK) * HASH_FACTOR >>> Integer.SIZE - LOW_BITS);
    }

    private static int flowLabel(final int ownQpn, final int peerQpn)
    {
        long value = (long)(ownQpn & Qpn.MASK) * (peerQpn & Qpn.MASK);
        value ^= value >>> FLOW_LABEL_BITS;
        value ^= value >>> 2 * FLOW_LABEL_BITS;
        return (int)value & FLOW_LABEL_MASK;
    }
}
