package io.roce.wire.capture;

/**
 * What is to be captured, and how.
 *
 * @param networkInterface its name, as the system has it.
 * @param filter           a filter in libpcap's language; null for all that may be RoCEv2 over IPv4 and IPv6, with and
 *                         without VLAN tags, fragments included.
 * @param isPromiscuous    whether the interface is to show what is for others too.
 * @param isInboundOnly    whether what this machine sends by it is left out. Of a loopback interface everything counts
 *                         as inbound, and comes once.
 * @param bufferBytes      what is asked of the system for frames that have not been read yet.
 */
public record LiveCaptureConfig(
    String networkInterface,
    String filter,
    boolean isPromiscuous,
    boolean isInboundOnly,
    int bufferBytes)
{
    /** Some 2,000 frames, each of which takes {@link LiveCapture#SNAP_LENGTH} of it at the most. */
    public static final int BUFFER_BYTES_DEFAULT = 16 << 20;
}
