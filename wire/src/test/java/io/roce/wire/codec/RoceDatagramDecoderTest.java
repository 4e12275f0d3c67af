package io.roce.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoceDatagramDecoderTest
{
    private static final InetSocketAddress LOCAL = new InetSocketAddress("10.0.0.8", 4791);
    private static final InetSocketAddress SENDER = new InetSocketAddress("10.0.0.7", 56_238);

    /** A congestion notification for 0x00ABCD; the decoder does not ask whether its ICRC is right. */
    private static final byte[] CNP = HexFormat.of().parseHex(
        "8100ffff" + "4000abcd" + "00000000" + "00000000000000000000000000000000" + "deadbeef");

    private final EmbeddedChannel channel = new EmbeddedChannel(new RoceDatagramDecoder(LOCAL));

    @AfterEach
    void shouldLeaveNothingInTheChannel()
    {
        assertFalse(channel.finish());
    }

    @Test
    void shouldPassOnBytesAddressesAndView()
    {
        final RoceDatagram datagram = decode(SENDER, CNP);

        assertEquals(WireError.NONE, datagram.error());
        assertEquals(CNP.length, datagram.length());
        assertArrayEquals(CNP, packetBytes(datagram));
        assertEquals(Opcode.CNP, datagram.packet().opcode());
        assertEquals(0xABCD, datagram.packet().bth().destQp());
        assertEquals(SENDER.getAddress(), datagram.envelope().source());
        assertEquals(LOCAL.getAddress(), datagram.envelope().destination());
        assertEquals(56_238, datagram.envelope().sourcePort());
        assertEquals(4791, datagram.envelope().destinationPort());
        assertEquals(0, datagram.envelope().identification());
    }

    @Test
    void shouldFillTheEnvelopeThatTheIcrcIsComputedOver()
    {
        // Annex A17: ones, IPv4 and UDP header with the changeable fields as ones, BTH with its fifth byte as ones.
        final byte[] covered = HexFormat.of().parseHex(
            "ffffffffffffffff" +
            "45ff003c00004000ff11ffff0a0000070a000008" + "dbae12b70028ffff" +
            "8100ffffff00abcd00000000" + "00000000000000000000000000000000");
        final CRC32 crc32 = new CRC32();
        crc32.update(covered);

        final RoceDatagram datagram = decode(SENDER, CNP);

        // Least significant byte first on the wire.
        assertEquals(
            Integer.reverseBytes((int)crc32.getValue()),
            new Icrc().compute(datagram.envelope(), datagram.length()));
    }

    @Test
    void shouldTellSendersApartWhenTheyAlternate()
    {
        final InetSocketAddress other = new InetSocketAddress("10.0.0.9", 49_152);

        assertEquals(SENDER.getAddress(), decode(SENDER, CNP).envelope().source());
        assertEquals(other.getAddress(), decode(other, CNP).envelope().source());
        assertEquals(49_152, decode(other, CNP).envelope().sourcePort());
        assertEquals(SENDER.getAddress(), decode(SENDER, CNP).envelope().source());
    }

    @Test
    void shouldTakeIpv6()
    {
        final InetSocketAddress local = new InetSocketAddress("fd00::8", 4791);
        final InetSocketAddress sender = new InetSocketAddress("fd00::7", 49_153);
        final EmbeddedChannel ipv6 = new EmbeddedChannel(new RoceDatagramDecoder(local));

        ipv6.writeInbound(new DatagramPacket(Unpooled.copiedBuffer(CNP), local, sender));
        final RoceDatagram datagram = ipv6.readInbound();

        assertEquals(sender.getAddress(), datagram.envelope().source());
        assertEquals(local.getAddress(), datagram.envelope().destination());
        assertEquals(WireError.NONE, datagram.error());
        assertFalse(ipv6.finish());
    }

    @Test
    void shouldReuseOneDatagram()
    {
        assertSame(decode(SENDER, CNP), decode(SENDER, new byte[3]));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11, 12, 15})
    void shouldPassOnRunts(final int length)
    {
        final RoceDatagram datagram = decode(SENDER, new byte[length]);

        assertEquals(length, datagram.length());
        assertEquals(WireError.TRUNCATED_BTH, datagram.error());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 61_354})
    void shouldCallWhatFillsTheSlotOversize(final int excess)
    {
        final RoceDatagram datagram = decode(SENDER, new byte[RoceDatagram.CAPACITY + excess]);

        assertEquals(RoceDatagram.CAPACITY, datagram.length());
        assertEquals(WireError.OVERSIZE, datagram.error());
    }

    @Test
    void shouldNotCallTheLongestLegalPacketOversize()
    {
        assertEquals(WireError.NONE, decode(SENDER, new byte[RocePacket.MAX_LENGTH]).error());
    }

    @Test
    void shouldTakeBytesFromTheReaderIndexOn()
    {
        final ByteBuf bytes = Unpooled.buffer().writeLong(-1).writeBytes(CNP);
        bytes.skipBytes(Long.BYTES);

        channel.writeInbound(new DatagramPacket(bytes, LOCAL, SENDER));

        assertArrayEquals(CNP, packetBytes(channel.readInbound()));
        assertEquals(0, bytes.refCnt());
    }

    private RoceDatagram decode(final InetSocketAddress sender, final byte[] bytes)
    {
        final ByteBuf buffer = Unpooled.buffer().writeBytes(bytes);
        channel.writeInbound(new DatagramPacket(buffer, LOCAL, sender));
        final RoceDatagram datagram = channel.readInbound();
        assertNull(channel.readInbound());
        assertEquals(0, buffer.refCnt());
        return datagram;
    }

    private static byte[] packetBytes(final RoceDatagram datagram)
    {
        final byte[] array = datagram.envelope().array();
        return Arrays.copyOfRange(array, Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + datagram.length());
    }
}
