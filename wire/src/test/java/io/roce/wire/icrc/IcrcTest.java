package io.roce.wire.icrc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.roce.wire.packet.Packets;
import io.roce.wire.packet.Recorded;
import io.roce.wire.packet.RoceDatagram;

import java.util.Arrays;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IcrcTest
{
    private final Icrc icrc = new Icrc();

    @ParameterizedTest
    @EnumSource(Recorded.class)
    void shouldComputeWhatOthersSent(final Recorded recorded)
    {
        final RoceDatagram datagram = recorded.datagram();

        assertEquals(recorded.icrc(), icrc.compute(datagram.envelope(), datagram.length()));
        assertEquals(recorded.icrc(), Icrc.read(datagram.envelope(), datagram.length()));
    }

    @ParameterizedTest
    @EnumSource(Recorded.class)
    void shouldRepairWhateverStoodThere(final Recorded recorded)
    {
        final RoceDatagram datagram = recorded.datagram();
        final byte[] recordedBytes = Packets.bytes(datagram);

        Icrc.write(datagram.envelope(), datagram.length(), 0x5E55_101D);
        icrc.repair(datagram.envelope(), datagram.length());

        assertArrayEquals(recordedBytes, Packets.bytes(datagram));
    }

    @Test
    void shouldGoOutAsItIsPrinted()
    {
        final RoceDatagram datagram = Recorded.CONNECTX_CNP.datagram();
        Icrc.write(datagram.envelope(), datagram.length(), 0x0102_0304);

        final byte[] bytes = Packets.bytes(datagram);
        assertEquals("01020304", HexFormat.of().formatHex(Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length)));
        assertEquals("0x01020304", Icrc.format(Icrc.read(datagram.envelope(), datagram.length())));
        assertEquals("0x82fd002a", Icrc.format(0x82FD_002A));
    }

    @Test
    void shouldNotCoverTheByteOfFecnAndBecn()
    {
        final RoceDatagram datagram = Recorded.RXE_SEND_ONLY_PAD_3.datagram();
        for (int value = 0; value < 256; value++)
        {
            datagram.envelope().array()[Envelope.PACKET_OFFSET + 4] = (byte)value;

            assertEquals(0x3E5E_C56C, icrc.compute(datagram.envelope(), datagram.length()));
            assertEquals((byte)value, datagram.envelope().array()[Envelope.PACKET_OFFSET + 4]);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Recorded.class, names = {"RXE_SEND_ONLY_PAD_3", "RXE_SEND_ONLY_V6"})
    void shouldCoverEveryOtherBitInFrontOfIt(final Recorded recorded)
    {
        final RoceDatagram datagram = recorded.datagram();
        final byte[] array = datagram.envelope().array();
        final int end = Envelope.PACKET_OFFSET + datagram.length() - Icrc.LENGTH;
        for (int i = datagram.envelope().start(); i < end; i++)
        {
            for (int bit = 0; bit < Byte.SIZE && i != Envelope.PACKET_OFFSET + 4; bit++)
            {
                array[i] ^= (byte)(1 << bit);
                assertNotEquals(recorded.icrc(), icrc.compute(datagram.envelope(), datagram.length()));
                array[i] ^= (byte)(1 << bit);
            }
        }
        assertEquals(recorded.icrc(), icrc.compute(datagram.envelope(), datagram.length()));
    }

    @ParameterizedTest
    @EnumSource(Recorded.class)
    void shouldSpoilBeyondAnyInference(final Recorded recorded)
    {
        final RoceDatagram datagram = recorded.datagram();
        icrc.spoil(datagram.envelope(), datagram.length());
        final int spoilt = Icrc.read(datagram.envelope(), datagram.length());

        assertNotEquals(recorded.icrc(), spoilt);
        if (!recorded.isIpv6())
        {
            BruteForce.forEachHeader(datagram, (identification, fragmentField, right) ->
                assertNotEquals(spoilt, right));
        }
    }
}
