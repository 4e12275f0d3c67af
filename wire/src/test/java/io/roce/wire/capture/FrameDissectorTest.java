package io.roce.wire.capture;

import static io.roce.wire.capture.FrameBytes.hex;
import static io.roce.wire.capture.FrameBytes.ipv4;
import static io.roce.wire.capture.FrameBytes.ipv6;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameDissectorTest
{
    /** RC_RDMA_WRITE_ONLY to QP 0x52, PSN 1280; RETH, 8 bytes, room for an ICRC. */
    private static final byte[] WRITE = hex("0a00ffff0000005280000500" +
        "0000561f37f7a0000000499d00000008" + "484f535444415441" + "00000000");

    private final FrameDissector dissector = new FrameDissector();
    private final RoceFrame roceFrame = new RoceFrame();

    @ParameterizedTest
    @ValueSource(strings = {"write_bw_v4.pcap", "rc_pingpong_v6.pcap"})
    void shouldFindTheSamePacketUnderEveryLinkHeader(final String recording) throws IOException
    {
        final byte[] ip = Recordings.ipPacket(recording, 1);
        final boolean isIpv6 = recording.contains("v6");
        final FrameBytes frames = ipv4();

        assertGood(LinkType.ETHERNET, frames.around(ip));
        assertGood(LinkType.RAW, ip);
        assertGood(LinkType.RAW_BSD, ip);
        assertGood(LinkType.RAW_OPENBSD, ip);
        assertGood(isIpv6 ? LinkType.IPV6 : LinkType.IPV4, ip);
        assertGood(LinkType.LINUX_SLL, frames.link(hex("0000000100065254009100020000" + "0000"), 14).around(ip));
        assertGood(LinkType.LINUX_SLL, frames.link(hex("0004002000145254009100020000" + "0000"), 14).around(ip));
        assertGood(LinkType.LINUX_SLL2,
            frames.link(hex("0000" + "000000000002" + "0001" + "0006" + "5254009100020000"), 0).around(ip));
        final String[] families = isIpv6 ? new String[]{"18", "1c", "1e", "0a"} : new String[]{"02"};
        for (final String family : families)
        {
            assertGood(LinkType.BSD_NULL, frames.link(hex(family + "000000"), -1).around(ip));
            assertGood(LinkType.BSD_NULL, frames.link(hex("000000" + family), -1).around(ip));
            assertGood(LinkType.BSD_LOOP, frames.link(hex("000000" + family), -1).around(ip));
        }
    }

    @Test
    void shouldWalkEveryStackOfVlanTags() throws IOException
    {
        final byte[] ip = Recordings.ipPacket("write_bw_v4.pcap", 1);

        assertGood(LinkType.ETHERNET, ipv4().vlan(0x8100, 0).around(ip));
        assertArrayEquals(new int[]{0}, roceFrame.vlanIds());

        assertGood(LinkType.ETHERNET, ipv4().vlan(0x88A8, 100).vlan(0x8100, 0xE00 + 42).around(ip));
        assertArrayEquals(new int[]{100, 0xE00 + 42}, roceFrame.vlanIds());

        assertGood(LinkType.ETHERNET, ipv4().vlan(0x9100, 0xF001).vlan(0x9100, 2).vlan(0x8100, 3).vlan(0x8100, 4)
            .vlan(0x8100, 5).around(ip));
        assertArrayEquals(new int[]{1, 2, 3, 4, 5}, roceFrame.vlanIds(), "priority bits are no part of the id");

        assertGood(LinkType.LINUX_SLL,
            ipv4().link(hex("0000000100065254009100020000" + "0000"), 14).vlan(0x8100, 7).around(ip));
        assertArrayEquals(new int[]{7}, roceFrame.vlanIds());

        assertGood(LinkType.ETHERNET, ipv4().around(ip));
        assertArrayEquals(new int[]{}, roceFrame.vlanIds());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 9})
    void shouldIgnoreWhatFollowsThePacket(final int trailerLength) throws IOException
    {
        final byte[] trailer = new byte[trailerLength];
        Arrays.fill(trailer, (byte)0xA5);

        for (final String recording : new String[]{"write_bw_v4.pcap", "rc_pingpong_v6.pcap"})
        {
            final byte[] ip = Recordings.ipPacket(recording, 1);
            assertGood(LinkType.ETHERNET, ipv4().trailer(trailer).around(ip));
            assertEquals(ip.length - (recording.contains("v6") ? 48 : 28), roceFrame.datagram().length());
        }
    }

    @Test
    void shouldFillTheEnvelope()
    {
        final byte[] ip = FrameBytes.withIcrc(ipv4().ports(50_000, 4791).identification(0xBEEF).fragmentField(0x8000)
            .trafficClass(0x89).hopLimit(17).ipPacket(WRITE));
        assertGood(LinkType.RAW, ip);

        final Envelope envelope = roceFrame.datagram().envelope();
        assertEquals("10.91.0.2", envelope.source().getHostAddress());
        assertEquals("10.91.0.3", envelope.destination().getHostAddress());
        assertEquals(50_000, envelope.sourcePort());
        assertEquals(4791, envelope.destinationPort());
        assertEquals(0xBEEF, envelope.identification());
        assertFalse(envelope.isDontFragment());
        assertEquals(0x89, roceFrame.trafficClass());
        assertEquals(17, roceFrame.hopLimit());
        assertEquals(0x52, roceFrame.datagram().packet().bth().destQp());
        assertEquals(1280, roceFrame.datagram().packet().bth().psn());

        assertGood(LinkType.RAW, FrameBytes.withIcrc(ipv6().trafficClass(0xC1).hopLimit(255).ipPacket(WRITE)));
        assertEquals("fd91:0:0:0:0:0:0:2", envelope.source().getHostAddress());
        assertEquals("fd91:0:0:0:0:0:0:3", envelope.destination().getHostAddress());
        assertEquals(0xC1, roceFrame.trafficClass());
        assertEquals(255, roceFrame.hopLimit());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 69, 4791, 65_535})
    void shouldGoByTheDestinationPortAlone(final int sourcePort)
    {
        assertGood(LinkType.RAW, FrameBytes.withIcrc(ipv4().ports(sourcePort, 4791).ipPacket(WRITE)));
        assertEquals(sourcePort, roceFrame.datagram().envelope().sourcePort());
        assertEquals(FrameKind.OTHER_UDP_PORT, dissect(ipv4().ports(4791, sourcePort ^ 1).wrap(WRITE)));
    }

    @Test
    void shouldTellAWrongIcrc() throws IOException
    {
        final byte[] ip = Recordings.ipPacket("write_bw_v4.pcap", 1);
        assertGood(LinkType.RAW, ip);
        final int right = roceFrame.icrcExpected();

        ip[ip.length - 1] ^= 1;
        assertEquals(FrameKind.ROCE_V2, dissect(LinkType.RAW, ip, ip.length));
        assertEquals(IcrcStatus.BAD, roceFrame.icrcStatus());
        assertEquals(right, roceFrame.icrcExpected());
    }

    @Test
    void shouldTakeThePadBytesIntoTheIcrc() throws IOException
    {
        final byte[] ip = Recordings.ipPacket("ud_pingpong_v4.pcap", 1);
        assertGood(LinkType.RAW, ip);
        assertEquals(3, roceFrame.datagram().packet().bth().padCount());
        assertEquals(501, roceFrame.datagram().packet().payloadLength());

        ip[ip.length - 5] ^= 1;
        dissect(LinkType.RAW, ip, ip.length);
        assertEquals(IcrcStatus.BAD, roceFrame.icrcStatus());
    }

    @Test
    void shouldEndThePacketByAUdpLengthBelowTheIpLength()
    {
        final byte[] payload = Arrays.copyOf(WRITE, WRITE.length + 12);
        for (final FrameBytes frames : new FrameBytes[]{ipv4(), ipv6()})
        {
            final byte[] ip = FrameBytes.withIcrc(frames.udpLengthChange(-12).ipPacket(payload));
            assertGood(LinkType.RAW, ip);
            assertEquals(WRITE.length, roceFrame.datagram().length());
            assertEquals(WRITE.length, roceFrame.capturedLength());
            assertFalse(roceFrame.isCut());
        }
    }

    @Test
    void shouldRefuseAUdpLengthThatCannotBe()
    {
        for (final int change : new int[]{1, 4, 1000, -WRITE.length - 1, -WRITE.length - 8})
        {
            assertEquals(FrameKind.BAD_UDP_LENGTH, dissect(ipv4().udpLengthChange(change).wrap(WRITE)));
            assertEquals(FrameKind.BAD_UDP_LENGTH, dissect(ipv6().udpLengthChange(change).wrap(WRITE)));
        }

        assertEquals(FrameKind.BAD_UDP_LENGTH, dissect(ipv4().ipLengthChange(-WRITE.length - 1).wrap(WRITE)));
        assertEquals(FrameKind.OTHER_UDP_PORT, dissect(ipv4().ports(1, 53).udpLengthChange(1).wrap(WRITE)));
    }

    @Test
    void shouldReadRuntsAndNothingBehindThem()
    {
        for (int length = 0; length <= 20; length++)
        {
            for (final FrameBytes frames : new FrameBytes[]{ipv4(), ipv6()})
            {
                frames.trailer(WRITE);
                assertEquals(FrameKind.ROCE_V2, dissect(frames.wrap(Arrays.copyOf(WRITE, length))));
                assertEquals(length, roceFrame.datagram().length());
                assertTrue(roceFrame.isWhole());
                assertFalse(roceFrame.isCut());
                assertTrue(roceFrame.isErrorKnown());
                assertEquals(length < 16 ? WireError.TRUNCATED_BTH : WireError.TRUNCATED_HEADERS,
                    roceFrame.datagram().error());
                assertEquals(length < 16 ? IcrcStatus.NOT_AVAILABLE : IcrcStatus.BAD, roceFrame.icrcStatus());
                assertEquals(length < 16 ? IcrcUnavailable.TOO_SHORT : null, roceFrame.icrcUnavailable());
                assertEquals(length >= 16, roceFrame.isIcrcReadable());
                assertEquals(length >= 12, roceFrame.isReadable(HeaderType.BTH));
                assertFalse(roceFrame.isReadable(HeaderType.RETH));
            }
        }
    }

    @Test
    void shouldMarkAFrameCutAt96Bytes() throws IOException
    {
        final byte[] frame = ipv4().around(Recordings.ipPacket("write_bw_v4.pcap", 1));
        assertEquals(FrameKind.ROCE_V2, dissect(LinkType.ETHERNET, frame, frame.length));
        final int length = roceFrame.datagram().length();
        final long virtualAddress = roceFrame.datagram().packet().reth().virtualAddress();

        assertEquals(FrameKind.ROCE_V2, dissect(LinkType.ETHERNET, frame, 96));
        assertTrue(roceFrame.isCut());
        assertNotAvailable(IcrcUnavailable.CUT_BY_CAPTURE);
        assertFalse(roceFrame.isIcrcReadable());
        assertEquals(length, roceFrame.datagram().length());
        assertEquals(96 - 14 - 20 - 8, roceFrame.capturedLength());
        assertEquals(WireError.NONE, roceFrame.datagram().error());
        assertTrue(roceFrame.isReadable(HeaderType.BTH));
        assertTrue(roceFrame.isReadable(HeaderType.RETH));
        assertFalse(roceFrame.isReadable(HeaderType.AETH));
        assertEquals(virtualAddress, roceFrame.datagram().packet().reth().virtualAddress());
    }

    @Test
    void shouldSayAtEveryCutWhatIsReadable()
    {
        final byte[] frame = ipv4().wrap(WRITE);
        final byte[] ones = new byte[2000];
        Arrays.fill(ones, (byte)0xFF);
        for (int cut = 0; cut < frame.length; cut++)
        {
            dissect(ipv4().wrap(ones));
            final FrameKind kind = dissect(LinkType.ETHERNET, frame, cut);
            assertEquals(cut < 42 ? FrameKind.CUT_BEFORE_UDP : FrameKind.ROCE_V2, kind, "cut at " + cut);
            if (kind == FrameKind.ROCE_V2)
            {
                assertTrue(roceFrame.isCut());
                assertFalse(roceFrame.isWhole());
                assertFalse(roceFrame.isFragment());
                assertNotAvailable(IcrcUnavailable.CUT_BY_CAPTURE);
                assertEquals(cut >= 42 + 12, roceFrame.isErrorKnown());
                assertEquals(cut - 42, roceFrame.capturedLength());
                assertEquals(cut >= 42 + 12, roceFrame.isReadable(HeaderType.BTH));
                assertEquals(cut >= 42 + 28, roceFrame.isReadable(HeaderType.RETH));
                final byte[] packet = packetBytes();
                assertArrayEquals(Arrays.copyOf(Arrays.copyOf(WRITE, cut - 42), 1000), packet, "nothing stale");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"94040000", "01010101", "830704000000ff00", "0000000000000000", "88ff88ff"})
    void shouldReadBehindIpv4OptionsWithoutAVerdict(final String options)
    {
        assertEquals(FrameKind.ROCE_V2, dissect(ipv4().extensions(options).wrap(WRITE)));
        assertEquals(Opcode.RC_RDMA_WRITE_ONLY, roceFrame.datagram().packet().opcode());
        assertEquals(WRITE.length, roceFrame.datagram().length());
        assertNotAvailable(IcrcUnavailable.IPV4_OPTIONS);
        assertTrue(roceFrame.isWhole());
        assertTrue(roceFrame.isIcrcReadable());
        assertFalse(roceFrame.isCut());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1100050200000000", "60, 1101010c0000000000000000000000000", "43, 1100000000000000",
        "44, 1100000000000007", "0, 3c00050200000000" + "2b00010400000000" + "2c00000000000000" + "1100000000000007"})
    void shouldWalkIpv6ExtensionHeaders(final int first, final String headers)
    {
        final String even = headers.substring(0, headers.length() & ~1);
        assertEquals(FrameKind.ROCE_V2, dissect(ipv6().protocol(first).extensions(even).wrap(WRITE)));
        assertEquals(Opcode.RC_RDMA_WRITE_ONLY, roceFrame.datagram().packet().opcode());
        assertNotAvailable(IcrcUnavailable.IPV6_EXTENSION_HEADERS);
        assertTrue(roceFrame.isWhole());
        assertFalse(roceFrame.isFragment());
        assertFalse(roceFrame.isCut());
    }

    @Test
    void shouldRefuseExtensionHeadersThatDoNotFit()
    {
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(ipv6().protocol(0).extensions("11ff000000000000").wrap(WRITE)));
        assertEquals(FrameKind.BAD_IP_HEADER,
            dissect(ipv6().protocol(0).ipLengthChange(-WRITE.length - 4).wrap(WRITE)));
        assertEquals(FrameKind.NOT_UDP, dissect(ipv6().protocol(59).wrap(WRITE)));
        assertEquals(FrameKind.NOT_UDP, dissect(ipv6().protocol(0).extensions("0600050200000000").wrap(WRITE)));
    }

    @Test
    void shouldReadAFirstFragmentAsFarAsItGoes()
    {
        for (final FrameBytes frames : new FrameBytes[]{
            ipv4().fragmentField(0x2000), ipv6().protocol(44).extensions("1100000100000007")})
        {
            assertEquals(FrameKind.ROCE_V2, dissect(frames.udpLengthChange(2000).wrap(WRITE)));
            assertEquals(WRITE.length + 2000, roceFrame.datagram().length());
            assertEquals(WRITE.length, roceFrame.capturedLength());
            assertFalse(roceFrame.isCut(), "the capture cut nothing");
            assertTrue(roceFrame.isFragment());
            assertFalse(roceFrame.isWhole());
            assertTrue(roceFrame.isReadable(HeaderType.RETH));
            assertNotAvailable(IcrcUnavailable.FIRST_FRAGMENT);

            final byte[] frame = frames.wrap(WRITE);
            dissect(LinkType.ETHERNET, frame, frame.length - 1);
            assertTrue(roceFrame.isCut());
            assertTrue(roceFrame.isFragment());
            assertNotAvailable(IcrcUnavailable.FIRST_FRAGMENT);
        }
    }

    @Test
    void shouldNotTakeAFirstFragmentForAWholeDatagram()
    {
        for (final FrameBytes frames : new FrameBytes[]{
            ipv4().fragmentField(0x2000), ipv6().protocol(44).extensions("1100000100000007")})
        {
            for (final int change : new int[]{0, -4})
            {
                assertEquals(FrameKind.ROCE_V2, dissect(frames.udpLengthChange(change).wrap(WRITE)));
                assertEquals(roceFrame.datagram().length(), roceFrame.capturedLength());
                assertTrue(roceFrame.isFragment());
                assertFalse(roceFrame.isWhole());
                assertFalse(roceFrame.isCut());
                assertFalse(roceFrame.isIcrcReadable());
                assertNotAvailable(IcrcUnavailable.FIRST_FRAGMENT);
            }
        }
    }

    @Test
    void shouldForgetTheFragmentBefore()
    {
        dissect(ipv4().fragmentField(0x2000).wrap(WRITE));
        final byte[] frame = ipv4().wrap(WRITE);
        dissect(LinkType.ETHERNET, frame, 60);
        assertTrue(roceFrame.isCut());

        assertGood(LinkType.RAW, FrameBytes.withIcrc(ipv4().ipPacket(WRITE)));
        assertTrue(roceFrame.isWhole());
        assertFalse(roceFrame.isFragment());
    }

    @Test
    void shouldNotCallAPacketCutThatLacksOnlyWhatFollowsIt()
    {
        final byte[] frame = ipv4().trailer(new byte[4]).around(FrameBytes.withIcrc(ipv4().ipPacket(WRITE)));
        assertEquals(FrameKind.ROCE_V2, dissect(LinkType.ETHERNET, frame, frame.length - 4));
        assertFalse(roceFrame.isCut());
        assertTrue(roceFrame.isWhole());
        assertEquals(IcrcStatus.GOOD, roceFrame.icrcStatus());
    }

    @Test
    void shouldTakeTheFramesLengthForAnIpLengthOfZero()
    {
        final byte[][] frames = {
            ipv4().ipLengthChange(-20 - 8 - WRITE.length).wrap(WRITE),
            ipv4().trailer(new byte[6]).ipLengthChange(-20 - 8 - WRITE.length).wrap(WRITE),
            ipv6().ipLengthChange(-8 - WRITE.length).wrap(WRITE),
            ipv6().protocol(0).extensions("1100c20400010000").ipLengthChange(-16 - WRITE.length).wrap(WRITE)};
        for (final byte[] frame : frames)
        {
            assertEquals(FrameKind.ROCE_V2, dissect(frame));
            assertEquals(WRITE.length, roceFrame.datagram().length());
            assertEquals(Opcode.RC_RDMA_WRITE_ONLY, roceFrame.datagram().packet().opcode());
            assertTrue(roceFrame.isWhole());
            assertNotAvailable(IcrcUnavailable.IP_LENGTH_ZERO);

            dissect(LinkType.ETHERNET, frame, frame.length - 7);
            assertTrue(roceFrame.isCut());
            assertNotAvailable(IcrcUnavailable.CUT_BY_CAPTURE);
        }

        final byte[] large = Arrays.copyOf(WRITE, 70_000);
        final FrameBytes zero = ipv4().ipLengthChange(-20 - 8 - large.length);
        assertEquals(FrameKind.ROCE_V2, dissect(zero.udpLengthChange(40_000 - large.length).wrap(large)));
        assertEquals(40_000, roceFrame.datagram().length());
        assertEquals(FrameKind.NOT_UDP, dissect(zero.protocol(6).wrap(large)));
        assertEquals(FrameKind.OTHER_UDP_PORT, dissect(zero.protocol(17).ports(1, 53).wrap(large)));
    }

    @Test
    void shouldNeverReadALaterFragmentAsUdp()
    {
        assertEquals(FrameKind.LATER_FRAGMENT, dissect(ipv4().fragmentField(0x2001).wrap(WRITE)));
        assertEquals(FrameKind.LATER_FRAGMENT, dissect(ipv4().fragmentField(0x00B9).wrap(WRITE)));
        assertEquals(FrameKind.NOT_UDP, dissect(ipv4().protocol(6).fragmentField(0x00B9).wrap(WRITE)));
        assertEquals(FrameKind.LATER_FRAGMENT, dissect(ipv6().protocol(44).extensions("1100000900000007").wrap(WRITE)));
        assertEquals(FrameKind.LATER_FRAGMENT, dissect(ipv6().protocol(44).extensions("3c0005a800000007").wrap(WRITE)));
        assertEquals(FrameKind.NOT_UDP, dissect(ipv6().protocol(44).extensions("0600000900000007").wrap(WRITE)));
    }

    @Test
    void shouldNameWhatIsNoRoce()
    {
        final byte[] ip = ipv4().ipPacket(WRITE);
        assertEquals(FrameKind.NOT_IP, dissect(withType(ipv4().wrap(WRITE), 0x0806)));
        assertEquals(FrameKind.NOT_IP, dissect(withType(ipv4().wrap(WRITE), 46)));
        assertEquals(FrameKind.NOT_IP, dissect(withType(ipv4().wrap(WRITE), 0x8915)));
        assertEquals(FrameKind.NOT_IP, dissect(LinkType.BSD_NULL, hex("07000000" + "4500"), 6));
        assertEquals(FrameKind.NOT_IP, dissect(LinkType.RAW, hex("50"), 1));
        assertEquals(FrameKind.NOT_UDP, dissect(ipv4().protocol(6).wrap(WRITE)));
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(withType(ipv4().wrap(WRITE), 0x86DD)));
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(withType(ipv6().wrap(WRITE), 0x0800)));
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(LinkType.IPV6, ip, ip.length));
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(ipv4().ipLengthChange(-ip.length + 1).wrap(WRITE)));
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(ipv4().ipLengthChange(-ip.length + 19).wrap(WRITE)));
        ip[0] = 0x44;
        assertEquals(FrameKind.BAD_IP_HEADER, dissect(LinkType.RAW, ip, ip.length));
        ip[0] = 0x45;
        assertEquals(FrameKind.UNREAD_LINK_TYPE, dissect(null, ip, ip.length));
        assertEquals(FrameKind.CUT_BEFORE_UDP, dissect(LinkType.RAW, ip, 0));
    }

    @Test
    void shouldTellAFrameThatWasSentTooShortFromOneThatWasCut()
    {
        for (final FrameBytes frames : new FrameBytes[]{ipv4(), ipv6()})
        {
            final byte[] ip = FrameBytes.withIcrc(frames.ipPacket(WRITE));
            assertEquals(FrameKind.ROCE_V2, dissect(LinkType.RAW, ip, ip.length - 1));
            assertTrue(roceFrame.isCut());
            assertNotAvailable(IcrcUnavailable.CUT_BY_CAPTURE);

            final byte[] sentShort = Arrays.copyOf(ip, ip.length - 1);
            assertEquals(FrameKind.ROCE_V2, dissect(LinkType.RAW, sentShort, sentShort.length));
            assertFalse(roceFrame.isCut());
            assertFalse(roceFrame.isWhole());
            assertFalse(roceFrame.isFragment());
            assertEquals(WRITE.length - 1, roceFrame.capturedLength());
            assertNotAvailable(IcrcUnavailable.BEYOND_FRAME);

            dissect(LinkType.RAW, sentShort, sentShort.length - 1);
            assertTrue(roceFrame.isCut());
            assertNotAvailable(IcrcUnavailable.CUT_BY_CAPTURE);
        }
    }

    @Test
    void shouldShowNoIcrcAsAHeader()
    {
        // RC_SEND_LAST_WITH_IMMEDIATE of 16 bytes: the immediate data is missing, the ICRC is there.
        final byte[] packet = hex("0300ffff0000005280000500" + "deadbeef");
        assertEquals(FrameKind.ROCE_V2, dissect(ipv4().wrap(packet)));
        assertEquals(WireError.TRUNCATED_HEADERS, roceFrame.datagram().error());
        assertTrue(roceFrame.isReadable(HeaderType.BTH));
        assertFalse(roceFrame.isReadable(HeaderType.IMM_DT));
        assertTrue(roceFrame.isIcrcReadable());
        assertEquals(IcrcStatus.BAD, roceFrame.icrcStatus());
    }

    @Test
    void shouldReadTheHeadersOfAMalformedPacketAsFarAsTheyGo()
    {
        final byte[] otherVersion = WRITE.clone();
        otherVersion[1] = 1;
        final byte[] frame = ipv4().wrap(otherVersion);
        dissect(frame);
        assertEquals(WireError.UNSUPPORTED_TVER, roceFrame.datagram().error());
        assertTrue(roceFrame.isReadable(HeaderType.RETH));
        assertFalse(roceFrame.isReadable(HeaderType.AETH));

        dissect(LinkType.ETHERNET, frame, 42 + 27);
        assertTrue(roceFrame.isReadable(HeaderType.BTH));
        assertFalse(roceFrame.isReadable(HeaderType.RETH));
        assertTrue(roceFrame.isErrorKnown());
    }

    @Test
    void shouldNameAPacketLongerThanAnyLegalOne()
    {
        final byte[] longest = FrameBytes.withIcrc(ipv4().ipPacket(Arrays.copyOf(WRITE, 65_535 - 28)));
        assertGood(LinkType.RAW, longest);
        assertEquals(65_535 - 28, roceFrame.datagram().length());
        assertEquals(WireError.OVERSIZE, roceFrame.datagram().error());

        dissect(ipv4().wrap(Arrays.copyOf(WRITE, RoceDatagram.CAPACITY)));
        assertEquals(WireError.OVERSIZE, roceFrame.datagram().error());
        dissect(ipv4().wrap(Arrays.copyOf(WRITE, RoceDatagram.CAPACITY - 1)));
        assertEquals(WireError.NONE, roceFrame.datagram().error());

        assertGood(LinkType.RAW, FrameBytes.withIcrc(ipv6().ipPacket(Arrays.copyOf(WRITE, 65_535 - 8))));
    }

    @Test
    void shouldReadACongestionNotification()
    {
        // BECN, DestQP 0xD2, 16 reserved bytes.
        final byte[] cnp = hex("8100ffff400000d200000000" + "00000000000000000000000000000000" + "00000000");
        assertGood(LinkType.RAW, FrameBytes.withIcrc(ipv4().trafficClass(0x89).ipPacket(cnp)));
        assertEquals(Opcode.CNP, roceFrame.datagram().packet().opcode());
        assertTrue(roceFrame.isReadable(HeaderType.CNP_RESERVED));
    }

    private void assertGood(final LinkType linkType, final byte[] bytes)
    {
        assertEquals(FrameKind.ROCE_V2, dissect(linkType, bytes, bytes.length), linkType.toString());
        assertEquals(IcrcStatus.GOOD, roceFrame.icrcStatus(), linkType.toString());
        assertNull(roceFrame.icrcUnavailable(), linkType.toString());
        assertFalse(roceFrame.isCut(), linkType.toString());
    }

    private void assertNotAvailable(final IcrcUnavailable reason)
    {
        assertEquals(IcrcStatus.NOT_AVAILABLE, roceFrame.icrcStatus());
        assertEquals(reason, roceFrame.icrcUnavailable());
        assertEquals(0, roceFrame.icrcExpected());
    }

    private FrameKind dissect(final byte[] ethernet)
    {
        return dissect(LinkType.ETHERNET, ethernet, ethernet.length);
    }

    private FrameKind dissect(final LinkType linkType, final byte[] bytes, final int capturedLength)
    {
        final Frame frame = new Frame();
        frame.number = 1;
        frame.linkType = linkType;
        frame.data = bytes;
        frame.lengths(capturedLength, bytes.length);
        return dissector.dissect(frame, roceFrame);
    }

    /** What callers may see of the packet's room: more than any packet of this test has. */
    private byte[] packetBytes()
    {
        return Arrays.copyOfRange(
            roceFrame.datagram().envelope().array(), Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + 1000);
    }

    private static byte[] withType(final byte[] ethernet, final int etherType)
    {
        ethernet[12] = (byte)(etherType >> 8);
        ethernet[13] = (byte)etherType;
        return ethernet;
    }
}
