package io.roce.wire.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CmMessageTest
{
    private static final String RECORDING = "rping_v4.pcap";

    /** From the IPv4 header to the payload of a UD packet. */
    private static final int PAYLOAD_OFFSET = 20 + 8 + 12 + 8;
    private static final int ABSENT = CmMessage.ABSENT;

    /** The values are those that tshark shows. */
    @ParameterizedTest
    @CsvSource({
        "1, REQ, 0x9067f9f7, 0x00000000, 0x00001c, 0xc21d3a, 1024",
        "2, REP, 0x3b6da443, 0x9067f9f7, 0x00001c, 0x0bf77e, -1",
        "3, RTU, 0x9067f9f7, 0x3b6da443, -1, -1, -1",
        "40, DREQ, 0x9067f9f7, 0x3b6da443, 0x00001c, -1, -1",
        "41, DREP, 0x3b6da443, 0x9067f9f7, -1, -1, -1"
    })
    void shouldReadWhatWasRecorded(
        final int frame,
        final CmKind kind,
        final String localCommId,
        final String remoteCommId,
        final String qpn,
        final String psn,
        final int mtu)
        throws IOException
    {
        final byte[] packet = Recordings.ipPacket(RECORDING, frame);

        assertEquals(
            new CmMessage(
                kind,
                Long.decode(localCommId).intValue(),
                Long.decode(remoteCommId).intValue(),
                Integer.decode(qpn),
                Integer.decode(psn),
                mtu,
                ABSENT),
            CmMessage.parse(new UnsafeBuffer(packet), PAYLOAD_OFFSET, CmMessage.LENGTH));
    }

    @Test
    void shouldReadWhyAConnectionIsRefused() throws IOException
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(Recordings.ipPacket(RECORDING, 2));
        buffer.putByte(PAYLOAD_OFFSET + 17, (byte)0x12);
        buffer.putByte(PAYLOAD_OFFSET + 24 + 10, (byte)0);
        buffer.putByte(PAYLOAD_OFFSET + 24 + 11, (byte)28);

        final CmMessage message = CmMessage.parse(buffer, PAYLOAD_OFFSET, CmMessage.LENGTH);

        assertEquals(CmKind.REJ, message.kind());
        assertEquals(28, message.reason());
    }

    /** Base version, class, class version and attribute ID. */
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 3", "2, 1", "16, 1", "17, 0x0F", "17, 0x1B"})
    void shouldReadNothingElse(final int offset, final String value) throws IOException
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(Recordings.ipPacket(RECORDING, 1));
        buffer.putByte(PAYLOAD_OFFSET + offset, Integer.decode(value).byteValue());

        assertNull(CmMessage.parse(buffer, PAYLOAD_OFFSET, CmMessage.LENGTH));
    }

    @Test
    void shouldReadNothingThatIsNotWhole() throws IOException
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(Recordings.ipPacket(RECORDING, 1));

        assertNull(CmMessage.parse(buffer, PAYLOAD_OFFSET, CmMessage.LENGTH - 1));
        assertNull(CmMessage.parse(buffer, PAYLOAD_OFFSET, 0));
    }

    @Test
    void shouldReadAReservedPathMtuAsNone() throws IOException
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(Recordings.ipPacket(RECORDING, 1));
        for (final int code : new int[]{0, 6, 15})
        {
            buffer.putByte(PAYLOAD_OFFSET + 24 + 50, (byte)(code << 4));
            assertEquals(0, CmMessage.parse(buffer, PAYLOAD_OFFSET, CmMessage.LENGTH).pathMtu());
        }
        for (int code = 1; code <= 5; code++)
        {
            buffer.putByte(PAYLOAD_OFFSET + 24 + 50, (byte)(code << 4));
            assertEquals(128 << code, CmMessage.parse(buffer, PAYLOAD_OFFSET, CmMessage.LENGTH).pathMtu());
        }
    }

    @Test
    void shouldTakeAnyBytes()
    {
        final Random random = new Random(0xC);
        final byte[] bytes = new byte[CmMessage.LENGTH];
        for (int run = 0; run < 10_000; run++)
        {
            random.nextBytes(bytes);
            bytes[0] = 1;
            bytes[1] = 7;
            bytes[2] = 2;
            bytes[16] = 0;
            bytes[17] = (byte)(0x10 + random.nextInt(12));
            CmMessage.parse(new UnsafeBuffer(bytes), 0, bytes.length);
        }
    }
}
