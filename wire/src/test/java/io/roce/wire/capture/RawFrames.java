package io.roce.wire.capture;

import io.roce.wire.Skip;

import java.io.Closeable;
import java.net.InetAddress;
import java.nio.ByteBuffer;

import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;

/** Puts frames on the loopback interface as they are, where this user may. */
public final class RawFrames implements Closeable
{
    private static final byte[] LOOPBACK_MACS = new byte[12];

    private final PcapHandle handle;

    private RawFrames(final PcapHandle handle)
    {
        this.handle = handle;
    }

    /** Skips the test where there is no libpcap, or frames may not be captured and sent. */
    public static RawFrames open()
    {
        try
        {
            return new RawFrames(
                new PcapHandle.Builder("lo").promiscuousMode(PromiscuousMode.NONPROMISCUOUS).build());
        }
        catch (final LinkageError | PcapNativeException ex)
        {
            Skip.unless(false, "live captures take libpcap and root: " + ex.getMessage());
            throw new IllegalStateException(ex);
        }
    }

    /** The same, for a test that sends nothing. */
    public static void require()
    {
        open().close();
    }

    /** An IPv4 packet becomes one between these addresses, with the right ICRC and header checksum. */
    public static byte[] between(final String source, final String destination, final byte[] ipPacket) throws Exception
    {
        final byte[] packet = ipPacket.clone();
        ByteBuffer.wrap(packet, 12, 8)
            .put(InetAddress.getByName(source).getAddress())
            .put(InetAddress.getByName(destination).getAddress());
        final byte[] right = FrameBytes.withChecksums(FrameBytes.withIcrc(packet));
        ByteBuffer.wrap(right).putShort(20 + 6, (short)0);
        return right;
    }

    /** Sends one IP packet. */
    public void send(final byte[] ipPacket) throws PcapNativeException, NotOpenException
    {
        final int etherType = (ipPacket[0] & 0xF0) == 0x40 ? 0x0800 : 0x86DD;
        handle.sendPacket(ByteBuffer.allocate(LOOPBACK_MACS.length + 2 + ipPacket.length)
            .put(LOOPBACK_MACS).putShort((short)etherType).put(ipPacket).array());
    }

    @Override
    public void close()
    {
        handle.close();
    }
}
