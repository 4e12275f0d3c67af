package io.roce.wire.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.packet.Packets;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;

class EnvelopeTest
{
    private static final String ONES = "ffffffffffffffff";

    @Test
    void shouldMaskIpv4()
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.ports(0xC001, 4791);
        envelope.packetLength(44);

        assertEquals(ONES + "45ff004800004000ff11ffffc0000201c0000202" + "c00112b70034ffff", run(envelope));
    }

    @Test
    void shouldMaskIpv6()
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE_V6, Packets.DESTINATION_V6);
        envelope.ports(0xC001, 4791);
        envelope.packetLength(44);

        assertEquals(ONES + "6fffffff003411ff" + "20010db8000000000000000000000001" +
            "20010db8000000000000000000000002" + "c00112b70034ffff", run(envelope));
    }

    @Test
    void shouldForgetTheOtherFamily()
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE_V6, Packets.DESTINATION_V6);
        assertFalse(envelope.isDontFragment());
        assertEquals(0, envelope.identification());
        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.ports(0xC001, 4791);
        envelope.packetLength(44);

        assertFalse(envelope.isIpv6());
        assertTrue(envelope.isDontFragment());
        assertEquals(ONES + "45ff004800004000ff11ffffc0000201c0000202" + "c00112b70034ffff", run(envelope));
    }

    @Test
    void shouldSetTheLengthsAgainThatSomethingElseHasChanged()
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.packetLength(44);
        envelope.ipPayloadLength(60);
        envelope.packetLength(44);
        assertEquals("0048", lengths(envelope).substring(0, 4));

        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.packetLength(44);
        assertEquals("00480034", lengths(envelope));

        final Envelope other = new Envelope(100);
        other.addresses(Packets.SOURCE, Packets.DESTINATION);
        other.packetLength(40);
        envelope.copyFrom(other, 40);
        envelope.packetLength(44);
        assertEquals("00480034", lengths(envelope));
        envelope.copyFrom(other, 40);
        envelope.packetLength(40);
        assertEquals("00440030", lengths(envelope));
    }

    /** IPv4's total length and UDP's length. */
    private static String lengths(final Envelope envelope)
    {
        final HexFormat hex = HexFormat.of();
        return hex.formatHex(envelope.array(), 30, 32) + hex.formatHex(envelope.array(), 52, 54);
    }

    @Test
    void shouldTakeTheRealIdentificationAndLength()
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.identification(0xDACE, 0x2001);
        envelope.ports(0, 4791);
        envelope.packetLength(44);
        envelope.ipPayloadLength(60);

        assertEquals(ONES + "45ff0050dace2001ff11ffffc0000201c0000202" + "000012b70034ffff", run(envelope));
        assertEquals(0xDACE, envelope.identification());
        assertFalse(envelope.isDontFragment());
    }

    @Test
    void shouldGiveAddressesAndPorts() throws UnknownHostException
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.ports(0xFFFF, 4791);

        assertEquals(InetAddress.getByName("192.0.2.1"), envelope.source());
        assertEquals(InetAddress.getByName("192.0.2.2"), envelope.destination());
        assertEquals(0L, envelope.sourceHigh());
        assertEquals(0x0000_FFFF_C000_0201L, envelope.sourceLow());
        assertEquals(0L, envelope.destinationHigh());
        assertEquals(0x0000_FFFF_C000_0202L, envelope.destinationLow());
        assertEquals(65_535, envelope.sourcePort());
        assertEquals(4791, envelope.destinationPort());

        envelope.addresses(Packets.SOURCE_V6, Packets.DESTINATION_V6);
        assertEquals(InetAddress.getByName("2001:db8::1"), envelope.source());
        assertEquals(InetAddress.getByName("2001:db8::2"), envelope.destination());
        assertEquals(0x2001_0DB8_0000_0000L, envelope.sourceHigh());
        assertEquals(1L, envelope.sourceLow());
        assertEquals(0x2001_0DB8_0000_0000L, envelope.destinationHigh());
        assertEquals(2L, envelope.destinationLow());
    }

    @Test
    void shouldRefuseAddressesOfTwoFamilies()
    {
        final Envelope envelope = new Envelope(100);

        assertThrows(IllegalArgumentException.class, () -> envelope.addresses(Packets.SOURCE, Packets.DESTINATION_V6));
    }

    @Test
    void shouldRefuseAnIdentificationOverIpv6()
    {
        final Envelope envelope = new Envelope(100);
        envelope.addresses(Packets.SOURCE_V6, Packets.DESTINATION_V6);
        envelope.ports(0xC001, 4791);
        envelope.packetLength(44);
        final String before = run(envelope);

        assertThrows(IllegalStateException.class, () -> envelope.identification(0xDACE, 0));
        assertEquals(before, run(envelope));

        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        envelope.identification(0xDACE, 0);
        assertEquals(0xDACE, envelope.identification());
    }

    @Test
    void shouldHaveRoomForWhatTheLengthFieldsCanSay()
    {
        final Envelope envelope = new Envelope(65_535);
        envelope.addresses(Packets.SOURCE, Packets.DESTINATION);
        assertEquals(65_535 - 20 - 8, envelope.maxPacketLength());
        envelope.addresses(Packets.SOURCE_V6, Packets.DESTINATION_V6);
        assertEquals(65_535 - 8, envelope.maxPacketLength());
        assertEquals(100, new Envelope(100).maxPacketLength());
    }

    private static String run(final Envelope envelope)
    {
        return HexFormat.of().formatHex(
            Arrays.copyOfRange(envelope.array(), envelope.start(), Envelope.PACKET_OFFSET));
    }
}
