package io.roce.wire.capture;

import io.roce.wire.packet.RoceDatagram;

/** A RoCEv2 datagram found in a frame. Re-used from frame to frame. */
public final class RoceFrame
{
    private static final int MAX_UDP_PAYLOAD = 65_535;

    private final RoceDatagram datagram = new RoceDatagram(MAX_UDP_PAYLOAD);

    /** The datagram, with the envelope as it was on the wire. */
    public RoceDatagram datagram()
    {
        return datagram;
    }

    /** VLAN ids from the outermost tag to the innermost; empty without tags. */
    public int[] vlanIds()
    {
        throw new UnsupportedOperationException();
    }

    /** Whether the capture holds fewer bytes of the datagram than the wire carried. */
    public boolean isCut()
    {
        throw new UnsupportedOperationException();
    }

    public IcrcStatus icrcStatus()
    {
        throw new UnsupportedOperationException();
    }

    /** The right ICRC; meaningless when the status is {@link IcrcStatus#NOT_AVAILABLE}. */
    public int icrcExpected()
    {
        throw new UnsupportedOperationException();
    }
}
