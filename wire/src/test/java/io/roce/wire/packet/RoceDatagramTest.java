package io.roce.wire.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.roce.wire.capture.Recordings;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;

import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoceDatagramTest
{
    /** Over IPv4 with an identification that is not 0, which the ICRC covers. */
    @ParameterizedTest
    @ValueSource(strings = {"rc_pingpong_v4.pcap", "rc_pingpong_v6.pcap"})
    void shouldCopyARecordedDatagramWithItsHeaders(final String recording) throws Exception
    {
        final RoceDatagram original = Packets.ofIp(HexFormat.of().formatHex(Recordings.ipPacket(recording, 2)));
        final RoceDatagram copy = new RoceDatagram();
        copy.envelope().addresses(Packets.SOURCE, Packets.DESTINATION);
        copy.copyFrom(original);

        final byte[] bytes = Packets.bytes(original);
        final String source = original.envelope().source().getHostAddress();
        final int identification = original.envelope().identification();
        original.copyFrom(Packets.cnp(0x11));       // the copy is on its own

        assertArrayEquals(bytes, Packets.bytes(copy));
        assertEquals(WireError.NONE, copy.error());
        assertEquals(source, copy.envelope().source().getHostAddress());
        assertEquals(identification, copy.envelope().identification());
        assertEquals(recording.contains("v4"), copy.envelope().isDontFragment());
        assertEquals(
            IcrcVerdict.EXACT, new IcrcVerifier(IcrcMode.STRICT).verify(copy.envelope(), copy.length()));
        assertEquals(0x11, original.packet().bth().destQp());
    }

    @Test
    void shouldCopyWhatIsMalformed()
    {
        final RoceDatagram copy = Packets.rcAck(0x11, 1, 1);
        copy.copyFrom(Packets.ofBytes(new byte[5]));
        assertEquals(5, copy.length());
        assertEquals(WireError.TRUNCATED_BTH, copy.error());
    }

    @Test
    void shouldRefuseACopyThatThereIsNoRoomFor()
    {
        final RoceDatagram copy = new RoceDatagram(27);
        assertEquals(
            "packet must be 0 to 27 bytes for this envelope: 28",
            assertThrows(
                IllegalArgumentException.class,
                () -> copy.copyFrom(Packets.rcSendOnly(0x11, 1, Packets.payload(12)))).getMessage());
        assertEquals(0, copy.length());
    }
}
