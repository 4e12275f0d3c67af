package io.roce.wire.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.roce.wire.packet.RoceDatagram;

import java.util.Random;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IcrcDifferenceTest
{
    private static final long SEED = 0xD1FF_E2E4CEL;
    private static final int RUNS = 3_000;
    private static final int BTH_LENGTH = 12;
    private static final int MAX_PAYLOAD = 4_096;

    private final Random random = new Random(SEED);
    private final Icrc icrc = new Icrc();
    private final IcrcDifference difference = new IcrcDifference();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeWhatComputingBothMakesIt(final boolean isIpv6)
    {
        final RoceDatagram before = new RoceDatagram(0xFFFF);
        final RoceDatagram after = new RoceDatagram(0xFFFF);
        for (int run = 0; run < RUNS; run++)
        {
            final int headerLength = BTH_LENGTH + random.nextInt(60);
            final int length = headerLength + random.nextInt(MAX_PAYLOAD + 1) + Icrc.LENGTH;
            random.nextBytes(before.envelope().array());
            randomHeaders(before.envelope(), isIpv6, length);
            after.envelope().copyFrom(before.envelope(), length);
            randomHeaders(after.envelope(), isIpv6, length);
            for (int i = 0; i < headerLength; i++)
            {
                after.envelope().array()[Envelope.PACKET_OFFSET + i] ^= (byte)random.nextInt(256);
            }

            assertEquals(
                icrc.compute(before.envelope(), length) ^ icrc.compute(after.envelope(), length),
                difference.of(before.envelope(), after.envelope(), headerLength, length),
                "run " + run + " of seed " + SEED);
        }
    }

    @Test
    void shouldNotDifferByTheMaskedByte()
    {
        final RoceDatagram before = new RoceDatagram();
        randomHeaders(before.envelope(), false, 64);
        final RoceDatagram after = new RoceDatagram();
        after.envelope().copyFrom(before.envelope(), 64);
        after.envelope().array()[Envelope.PACKET_OFFSET + 4] = (byte)0xC0;

        assertEquals(0, difference.of(before.envelope(), after.envelope(), BTH_LENGTH, 64));
    }

    @Test
    void shouldRefuseTwoFamilies()
    {
        final RoceDatagram before = new RoceDatagram();
        final RoceDatagram after = new RoceDatagram();
        randomHeaders(before.envelope(), false, 64);
        randomHeaders(after.envelope(), true, 64);

        assertThrows(
            IllegalArgumentException.class,
            () -> difference.of(before.envelope(), after.envelope(), BTH_LENGTH, 64));
    }

    @Test
    void shouldFindTheWordThatExplainsADifference()
    {
        final CRC32 crc32 = new CRC32();
        for (int run = 0; run < RUNS; run++)
        {
            final byte[] message = new byte[4 + random.nextInt(5_000)];
            random.nextBytes(message);
            final int before = crc(crc32, message);
            final int offset = random.nextInt(message.length - 3);
            int word = 0;
            for (int i = offset; i < offset + 4; i++)
            {
                final int change = random.nextInt(256);
                message[i] ^= (byte)change;
                word = word << 8 | change;
            }
            final int icrcDifference = before ^ crc(crc32, message);
            final int distance = message.length - offset - 4;

            assertEquals(icrcDifference, IcrcDifference.ofWord(word, distance), "run " + run + " of seed " + SEED);
            assertEquals(word, IcrcDifference.word(icrcDifference, distance), "run " + run + " of seed " + SEED);
        }
    }

    @Test
    void shouldInvertPowers()
    {
        for (int run = 0; run < RUNS; run++)
        {
            final long exponent = random.nextInt();
            assertEquals(Crc32Polynomial.ONE, Crc32Polynomial.multiply(
                Crc32Polynomial.powerOfX(exponent), Crc32Polynomial.powerOfX(-exponent)));
        }
        assertEquals(Crc32Polynomial.ONE >>> 31, Crc32Polynomial.powerOfX(31));
        assertEquals(0xEDB8_8320, Crc32Polynomial.powerOfX(32));
    }

    private void randomHeaders(final Envelope envelope, final boolean isIpv6, final int packetLength)
    {
        final byte[] source = new byte[isIpv6 ? 16 : 4];
        final byte[] destination = new byte[source.length];
        random.nextBytes(source);
        random.nextBytes(destination);
        envelope.addresses(source, destination);
        envelope.ports(random.nextInt(1 << 16), Envelope.ROCE_PORT);
        envelope.packetLength(packetLength);
        if (!isIpv6)
        {
            envelope.identification(random.nextInt(1 << 16), 0x4000);
        }
    }

    private static int crc(final CRC32 crc32, final byte[] message)
    {
        crc32.reset();
        crc32.update(message);
        return Integer.reverseBytes((int)crc32.getValue());
    }
}
