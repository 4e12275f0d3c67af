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

    /** What is missing lies behind the UDP datagram, which is all there. */
    @Test
    void shouldDropAPacketWhoseLastBytesAreMissing() throws Exception
    {
        assertEquals(KernelVerdict.LENGTH, verdict(right(FrameBytes.ipv4().ipLengthChange(10))));
        final byte[] ipv6 = FrameBytes.withChecksums(FrameBytes.ipv6().ipPacket(PAYLOAD));
        ByteBuffer.wrap(ipv6).putShort(4, (short)(8 + PAYLOAD.length + 10));
        assertEquals(KernelVerdict.LENGTH, verdict(FrameBytes.ipv6().around(ipv6)));
    }

    @Test
    void shouldDropWhatComesFromAnAddressThatNobodyHas() throws Exception
    {
        for (final String source : List.of("224.0.0.5", "239.255.255.255", "255.255.255.255", "0.0.0.0", "0.1.2.3",
            "127.0.0.5", "ff02::1", "::1"))
        {
            assertEquals(KernelVerdict.SOURCE_ADDRESS, verdict(from(source)), source);
        }
        for (final String source : List.of("223.255.255.255", "240.0.0.1", "128.0.0.1", "1.0.0.0", "fe80::1", "::"))
        {
            assertEquals(KernelVerdict.DELIVERED, verdict(from(source)), source);
        }

        dissect(from("127.0.0.5"));
        final LocalAddresses loopback =
            new LocalAddresses(null, true, false, List.of(InetAddress.getByName("10.91.0.3")));
        assertEquals(KernelVerdict.DELIVERED, new KernelChecks(loopback).verdict(frame, roceFrame));
    }

    /** As the kernel's RoCEv2 sends it, and as the socket of a node takes it. */
    @Test
    void shouldDeliverWhatHasNoUdpChecksumOverIpv6() throws Exception
    {
        final byte[] ipPacket = FrameBytes.withChecksums(FrameBytes.ipv6().ipPacket(PAYLOAD));
        ByteBuffer.wrap(ipPacket).putShort(40 + 6, (short)0);
        assertEquals(KernelVerdict.DELIVERED, verdict(FrameBytes.ipv6().around(ipPacket)));
    }

    /** The packet types of linux/if_packet.h: 0 for this host, 3 for another. */
    @Test
    void shouldLeaveToOthersWhatACookedHeaderSaysIsTheirs() throws Exception
    {
        final byte[] ipPacket = Arrays.copyOfRange(right(FrameBytes.ipv4()), IP, right(FrameBytes.ipv4()).length);
        for (final int packetType : new int[]{0, 3})
        {
            final KernelVerdict expected = packetType == 0 ? KernelVerdict.DELIVERED : KernelVerdict.OTHER_MAC;
            assertEquals(expected, verdict(LinkType.LINUX_SLL, ByteBuffer.allocate(16 + ipPacket.length)
                .putShort(0, (short)packetType).putShort(14, (short)0x0800).put(16, ipPacket).array()));
            assertEquals(expected, verdict(LinkType.LINUX_SLL2, ByteBuffer.allocate(20 + ipPacket.length)
                .putShort(0, (short)0x0800).put(10, (byte)packetType).put(20, ipPacket).array()));
        }
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

    /** With right checksums. */
    private static byte[] from(final String source) throws Exception
    {
        final byte[] address = InetAddress.getByName(source).getAddress();
        final FrameBytes bytes = address.length == 4 ? FrameBytes.ipv4() : FrameBytes.ipv6();
        final byte[] ipPacket = bytes.ipPacket(PAYLOAD);
        System.arraycopy(address, 0, ipPacket, address.length == 4 ? 12 : 8, address.length);
        return bytes.around(FrameBytes.withChecksums(ipPacket));
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
        return verdict(LinkType.ETHERNET, bytes);
    }

    private KernelVerdict verdict(final LinkType linkType, final byte[] bytes) throws Exception
    {
        dissect(linkType, bytes);
        final LocalAddresses local = new LocalAddresses(
            Arrays.copyOf(right(FrameBytes.ipv4()), 6),
            false,
            false,
            List.of(InetAddress.getByName("10.91.0.3"), InetAddress.getByName("fd91::3")));
        return new KernelChecks(local).verdict(frame, roceFrame);
    }

    private void dissect(final byte[] bytes)
    {
        dissect(LinkType.ETHERNET, bytes);
    }

    private void dissect(final LinkType linkType, final byte[] bytes)
    {
        frame.linkType = linkType;
        frame.lengths(bytes.length, bytes.length);
        System.arraycopy(bytes, 0, frame.data, 0, bytes.length);
        assertEquals(FrameKind.ROCE_V2, new FrameDissector().dissect(frame, roceFrame));
    }
}
