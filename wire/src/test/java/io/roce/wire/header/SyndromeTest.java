package io.roce.wire.header;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyndromeTest
{
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0x1f | ACK, no credit limit
        0x00 | ACK, credit count 0
        0x0d | ACK, credit count 13
        0x34 | RNR NAK, timer 20
        0x60 | NAK, PSN sequence error
        0x61 | NAK, invalid request
        0x62 | NAK, remote access error
        0x63 | NAK, remote operational error
        0x64 | NAK, invalid RD request
        0x65 | NAK, reserved code 5
        0x40 | reserved syndrome 0x40
        0xff | reserved syndrome 0xff
        """)
    void shouldSayItInWords(final String syndrome, final String words)
    {
        assertEquals(words, Syndrome.describe(Integer.decode(syndrome)));
    }

    @Test
    void shouldWriteWhatItReads()
    {
        assertEquals(0x1F, Syndrome.ack(Syndrome.NO_CREDIT_LIMIT));
        assertEquals(0x0D, Syndrome.ack(13));
        assertEquals(0x20, Syndrome.rnrNak(0));
        assertEquals(0x34, Syndrome.rnrNak(20));
        assertEquals(0x3F, Syndrome.rnrNak(31));
        assertEquals(0x60, Syndrome.nak(NakCode.PSN_SEQUENCE));
        assertEquals(0x61, Syndrome.nak(NakCode.INVALID_REQUEST));
        assertEquals(0x62, Syndrome.nak(NakCode.REMOTE_ACCESS));
        assertEquals(0x63, Syndrome.nak(NakCode.REMOTE_OPERATIONAL));
        assertEquals(0x64, Syndrome.nak(NakCode.INVALID_RD_REQUEST));
    }

    @Test
    void shouldBeOfOneKindAtTheMost()
    {
        int known = 0;
        for (int syndrome = 0; syndrome < 256; syndrome++)
        {
            final int kinds = (Syndrome.isAck(syndrome) ? 1 : 0) +
                (Syndrome.isRnrNak(syndrome) ? 1 : 0) + (Syndrome.isNak(syndrome) ? 1 : 0);
            assertEquals(Math.min(kinds, 1), kinds);
            known += kinds;
        }
        assertEquals(3 * 32, known);
    }
}
