package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

class KernelChecksTest
{
    private static final byte[] PAYLOAD = FrameBytes.hex("0400ffff00000011000000010102030400000000");
    private static final int IP = 14;

    private final Frame frame = new Frame();
    private final RoceFrame roceFrame = new RoceFrame();

    @Test
    void shouldDeliverWhatIsRightAndForHere() throws Exception
    {
        final byte[] ipPacket = FrameBytes.withChecksums(FrameBytes.ipv4().ipPacket(PAYLOAD));
        assertEquals(KernelVerdict.DELIVERED, verdict(FrameBytes.ipv4().around(ipPacket)));
        assertEquals(
            KernelVerdict.DELIVERED,
            verdict(FrameBytes.ipv6().around(FrameBytes.withChecksums(FrameBytes.ipv6().ipPacket(PAYLOAD)))));
    }

    @Test
    void shouldDeliverWhatHasNoUdpChecksum() throws Exception
    {
        assertEquals(KernelVerdict.DELIVERED, verdict(right(FrameBytes.ipv4())));
    }

    @Test
    void shouldDropADamagedHeaderAndADamagedDatagram() throws Exception
    {
        final byte[] header = right(FrameBytes.ipv4());
        header[IP + 8]--;
        assertEquals(KernelVerdict.IP_CHECKSUM, verdict(header));
        ByteBuffer.wrap(header).putShort(IP + 10, (short)0);
        assertEquals(KernelVerdict.IP_CHECKSUM, verdict(header));

        final byte[] datagram =
            FrameBytes.ipv4().around(FrameBytes.withChecksums(FrameBytes.ipv4().ipPacket(PAYLOAD)));
        datagram[datagram.length - 1] ^= 1;
        assertEquals(KernelVerdict.UDP_CHECKSUM, verdict(datagram));
    }

    /** Written out: the words of both addresses, 17 and the UDP length. */
    @Test
    void shouldDeliverADatagramWhoseChecksumWasNeverFilledIn() throws Exception
    {
        final byte[] bytes = right(FrameBytes.ipv4());
        final int sum = 0x0A5B + 0x0002 + 0x0A5B + 0x0003 + 17 + 8 + PAYLOAD.length;
        ByteBuffer.wrap(bytes).putShort(IP + 26, (short)sum);

        assertEquals(KernelVerdict.DELIVERED, verdict(bytes));
    }

    @Test
    void shouldAcceptAHeaderWhoseRightChecksumIsZero() throws Exception
    {
        for (int identification = 0; identification <= 0xFFFF; identification++)
        {
            final byte[] bytes = right(FrameBytes.ipv4().identification(identification));
            if (ByteBuffer.wrap(bytes).getShort(IP + 10) == 0)
            {
                assertEquals(KernelVerdict.DELIVERED, verdict(bytes));
                return;
            }
        }
        throw new AssertionError("some identification makes it 0");
    }

    @Test
    void shouldLeaveToOthersWhatIsTheirs() throws Exception
    {
        final byte[] toOther = right(FrameBytes.ipv4());
        toOther[5] ^= 1;
        assertEquals(KernelVerdict.OTHER_MAC, verdict(toOther));

        assertEquals(KernelVerdict.VLAN, verdict(right(FrameBytes.ipv4().vlan(0x8100, 7))));
        assertEquals(KernelVerdict.DELIVERED, verdict(right(FrameBytes.ipv4().vlan(0x8100, 0))));

        dissect(right(FrameBytes.ipv4()));
        final LocalAddresses others =
            new LocalAddresses(null, false, false, List.of(InetAddress.getByName("10.91.0.4")));
        assertEquals(KernelVerdict.OTHER_ADDRESS, new KernelChecks(others).verdict(frame, roceFrame));
    }

    @Test
    void shouldTellFragmentsAndPacketsThatEndEarly() throws Exception
    {
        assertEquals(KernelVerdict.FRAGMENT, verdict(right(FrameBytes.ipv4().fragmentField(0x2000))));
        assertEquals(
            KernelVerdict.LENGTH,
            verdict(right(FrameBytes.ipv4().ipLengthChange(100).udpLengthChange(100))));
    }

    @Test
    void shouldTakeAllOfTheLoopbackNetForHereAtTheLoopbackInterface() throws Exception
    {
        final LocalAddresses loopback = new LocalAddresses(null, true, true, List.of(InetAddress.getByName("::1")));

        assertEquals("true true false false", loopback.contains(InetAddress.getByName("127.9.9.9")) + " " +
            loopback.contains(InetAddress.getByName("::1")) + ' ' +
            loopback.contains(InetAddress.getByName("128.0.0.1")) + ' ' +
            loopback.contains(InetAddress.getByName("7f00::1")));
    }

    /** With the right header checksum and no UDP checksum. */
    private static byte[] right(final FrameBytes bytes)
    {
        final byte[] ipPacket = FrameBytes.withChecksums(bytes.ipPacket(PAYLOAD));
        ByteBuffer.wrap(ipPacket).putShort(20 + 6, (short)0);
        return bytes.around(ipPacket);
    }

    private KernelVerdict verdict(final byte[] bytes) throws Exception
    {
        dissect(bytes);
        final LocalAddresses local = new LocalAddresses(
            Arrays.copyOf(right(FrameBytes.ipv4()), 6),
            false,
            false,
            List.of(InetAddress.getByName("10.91.0.3"), InetAddress.getByName("fd91::3")));
        return new KernelChecks(local).verdict(frame, roceFrame);
    }

    private void dissect(final byte[] bytes)
    {
        frame.linkType = LinkType.ETHERNET;
        frame.lengths(bytes.length, bytes.length);
        System.arraycopy(bytes, 0, frame.data, 0, bytes.length);
        assertEquals(FrameKind.ROCE_V2, new FrameDissector().dissect(frame, roceFrame));
    }
}
