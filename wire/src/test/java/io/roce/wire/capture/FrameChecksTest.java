package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;

class FrameChecksTest
{
    private static final String RECORDING = "write_bw_v4.pcap";
    private static final String RECORDING_V6 = "rc_pingpong_v6.pcap";
    private static final int IP = 14;
    private static final int UDP = IP + 20;

    private final FrameChecks checks = new FrameChecks();
    private final Frame frame = new Frame();
    private final RoceFrame roceFrame = new RoceFrame();

    @Test
    void shouldFindTheChecksumsOfRecordingsAsTheyAre() throws IOException
    {
        dissect(frameOf(RECORDING));
        assertEquals(ChecksumStatus.RIGHT, checks.ipv4Header(frame));
        assertEquals(ChecksumStatus.NONE, checks.udp(frame, roceFrame));
        assertEquals(TrailerStatus.NONE, checks.trailer(frame, roceFrame));

        dissect(frameOf(RECORDING_V6));
        assertEquals(ChecksumStatus.NOT_AVAILABLE, checks.ipv4Header(frame));
    }

    /** The host's socket computed the UDP checksum of the first packet of this recording. */
    @Test
    void shouldVerifyAUdpChecksumThatTheKernelComputed() throws IOException
    {
        final byte[] bytes = frameOf("probe_v4.pcap");
        dissect(bytes);
        assertEquals(ChecksumStatus.RIGHT, checks.udp(frame, roceFrame));

        bytes[bytes.length - 6] ^= 0x10;
        dissect(bytes);
        assertEquals(ChecksumStatus.WRONG, checks.udp(frame, roceFrame));
    }

    @Test
    void shouldTellAChecksumThatIsLeftToTheAdapter() throws IOException
    {
        final byte[] bytes = frameOf(RECORDING);
        int sum = 17 + bytes.length - UDP;
        for (int at = IP + 12; at < IP + 20; at += 2)
        {
            sum += ByteBuffer.wrap(bytes).getShort(at) & 0xFFFF;
        }
        ByteBuffer.wrap(bytes).putShort(UDP + 6, (short)((sum & 0xFFFF) + (sum >> 16)));
        ByteBuffer.wrap(bytes).putShort(IP + 10, (short)0);
        dissect(bytes);

        assertEquals(ChecksumStatus.LEFT_TO_ADAPTER, checks.udp(frame, roceFrame));
        assertEquals(ChecksumStatus.LEFT_TO_ADAPTER, checks.ipv4Header(frame));
    }

    @Test
    void shouldFindAWrongHeaderChecksum() throws IOException
    {
        final byte[] bytes = frameOf(RECORDING);
        bytes[IP + 8]--;
        dissect(bytes);

        assertEquals(ChecksumStatus.WRONG, checks.ipv4Header(frame));
    }

    @Test
    void shouldTellAFrameCheckSequenceFromOtherTrailers() throws IOException
    {
        final byte[] bytes = frameOf(RECORDING);
        final CRC32 crc = new CRC32();
        crc.update(bytes);
        final byte[] checked = Arrays.copyOf(bytes, bytes.length + 4);
        ByteBuffer.wrap(checked).putInt(bytes.length, Integer.reverseBytes((int)crc.getValue()));
        dissect(checked);
        assertEquals(TrailerStatus.FCS_RIGHT, checks.trailer(frame, roceFrame));

        checked[3] ^= 1;
        dissect(checked);
        assertEquals(TrailerStatus.FCS_WRONG, checks.trailer(frame, roceFrame));

        dissect(Arrays.copyOf(bytes, bytes.length + 7));
        assertEquals(TrailerStatus.OTHER, checks.trailer(frame, roceFrame));
    }

    @Test
    void shouldTakeAnyLength() throws IOException
    {
        final byte[] bytes = frameOf(RECORDING);
        for (int length = 0; length <= bytes.length; length++)
        {
            frame.lengths(length, bytes.length);
            System.arraycopy(bytes, 0, frame.data, 0, length);
            checks.ipv4Header(frame);
            if (new FrameDissector().dissect(frame, roceFrame) == FrameKind.ROCE_V2)
            {
                checks.udp(frame, roceFrame);
                checks.trailer(frame, roceFrame);
            }
        }
    }

    @Test
    void shouldFindAPacketBehindAWrongProtocolOrPort() throws IOException
    {
        final FrameRepair repair = new FrameRepair();
        final byte[] bytes = frameOf(RECORDING);
        bytes[IP + 9] = 6;
        load(bytes);
        assertEquals("protocol", repair.repair(frame, FrameKind.NOT_UDP, roceFrame));

        bytes[IP + 9] = 17;
        bytes[UDP + 3] ^= 2;
        load(bytes);
        assertEquals("UDP destination port", repair.repair(frame, FrameKind.OTHER_UDP_PORT, roceFrame));
        assertEquals(IcrcStatus.GOOD, roceFrame.icrcStatus());

        bytes[bytes.length - 1] ^= 1;
        load(bytes);
        assertEquals(null, repair.repair(frame, FrameKind.OTHER_UDP_PORT, roceFrame));
        assertEquals(null, repair.repair(frame, FrameKind.NOT_IP, roceFrame));
    }

    @Test
    void shouldTakeAnyFrameForOneThatMayHideAPacket() throws IOException
    {
        final FrameRepair repair = new FrameRepair();
        final byte[] bytes = frameOf(RECORDING);
        for (int length = 0; length < bytes.length; length++)
        {
            for (final int versionAndLength : new int[]{0x40, 0x45, 0x4F, 0x60})
            {
                final byte[] cut = Arrays.copyOf(bytes, length);
                if (length > IP)
                {
                    cut[IP] = (byte)versionAndLength;
                }
                load(cut);
                repair.repair(frame, FrameKind.NOT_UDP, roceFrame);
                repair.repair(frame, FrameKind.OTHER_UDP_PORT, roceFrame);
            }
        }
    }

    private void dissect(final byte[] bytes)
    {
        load(bytes);
        assertEquals(FrameKind.ROCE_V2, new FrameDissector().dissect(frame, roceFrame));
    }

    private void load(final byte[] bytes)
    {
        frame.linkType = LinkType.ETHERNET;
        frame.lengths(bytes.length, bytes.length);
        System.arraycopy(bytes, 0, frame.data, 0, bytes.length);
    }

    private static byte[] frameOf(final String recording) throws IOException
    {
        final byte[] packet = Recordings.ipPacket(recording, 1);
        final byte[] bytes = new byte[IP + packet.length];
        System.arraycopy(packet, 0, bytes, IP, packet.length);
        bytes[12] = packet[0] >> 4 == 6 ? (byte)0x86 : 0x08;
        bytes[13] = packet[0] >> 4 == 6 ? (byte)0xDD : 0;
        return bytes;
    }
}
