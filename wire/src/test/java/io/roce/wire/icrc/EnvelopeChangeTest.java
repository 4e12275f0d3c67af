package io.roce.wire.icrc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeChangeTest
{
    private static final long SEED = 0xC4A16EL;
    private static final int RUNS = 500;
    private static final int MASKED_CONGESTION = 4;

    private final Random random = new Random(SEED);
    private final Icrc icrc = new Icrc();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeWhatComputingWithTheOtherAddressesMakesIt(final boolean isIpv6)
    {
        for (int run = 0; run < RUNS; run++)
        {
            final int length = length();
            final byte[] source = address(isIpv6);
            final byte[] destination = address(isIpv6);
            final byte[] otherSource = address(isIpv6);
            final byte[] otherDestination = address(isIpv6);
            final Envelope envelope = envelope(source, destination, 0xC123, length);
            final int right = icrc.compute(envelope, length);

            final int bySource = EnvelopeChange.source(envelope, length, otherSource);
            final int byDestination = EnvelopeChange.destination(envelope, length, otherDestination);

            assertEquals(right ^ bySource, with(envelope, otherSource, destination, 0xC123, length));
            assertEquals(right ^ byDestination, with(envelope, source, otherDestination, 0xC123, length));
            assertEquals(
                right ^ bySource ^ byDestination, with(envelope, otherSource, otherDestination, 0xC123, length));
        }
    }

    @Test
    void shouldSolveForAnIpv4AddressAndForAPort()
    {
        for (int run = 0; run < RUNS; run++)
        {
            final int length = length();
            final byte[] source = address(false);
            final byte[] destination = address(false);
            final byte[] other = address(false);
            final int port = random.nextInt(0x10000);
            final Envelope envelope = envelope(source, destination, 0xC123, length);
            final int right = icrc.compute(envelope, length);

            assertArrayEquals(other, EnvelopeChange.ipv4SourceFor(
                envelope, length, right ^ with(envelope, other, destination, 0xC123, length)));
            assertArrayEquals(other, EnvelopeChange.ipv4DestinationFor(
                envelope, length, right ^ with(envelope, source, other, 0xC123, length)));
            assertEquals(port, EnvelopeChange.sourcePortFor(
                envelope, length, right ^ with(envelope, source, destination, port, length)));
        }
    }

    @Test
    void shouldSolveForNoPortWhenTheDestinationPortDiffersToo()
    {
        final Envelope envelope = envelope(address(false), address(false), 0xC123, 100);
        final int right = icrc.compute(envelope, 100);
        envelope.ports(0xC123, 4790);

        assertEquals(-1, EnvelopeChange.sourcePortFor(envelope, 100, right ^ icrc.compute(envelope, 100)));
    }

    /** Each bit that the ICRC covers, and each of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindTheBitThatFlipped(final boolean isIpv6)
    {
        final int length = 64;
        final Envelope envelope = envelope(address(isIpv6), address(isIpv6), 0xC123, length);
        final int right = icrc.compute(envelope, length);
        final int headers = Envelope.PACKET_OFFSET - envelope.start();
        for (int offset = -headers; offset < length - Icrc.LENGTH; offset++)
        {
            for (int bit = 0; bit < Byte.SIZE && offset != MASKED_CONGESTION; bit++)
            {
                envelope.array()[Envelope.PACKET_OFFSET + offset] ^= (byte)(1 << bit);
                final int flipped = icrc.compute(envelope, length);
                envelope.array()[Envelope.PACKET_OFFSET + offset] ^= (byte)(1 << bit);

                assertEquals(8 * offset + bit, EnvelopeChange.bitFor(envelope, length, right ^ flipped));
            }
        }
        for (int bit = 0; bit < Integer.SIZE; bit++)
        {
            Icrc.write(envelope, length, right);
            envelope.array()[Envelope.PACKET_OFFSET + length - Icrc.LENGTH + bit / 8] ^= (byte)(1 << bit % 8);

            assertEquals(8 * (length - Icrc.LENGTH) + bit,
                EnvelopeChange.bitFor(envelope, length, right ^ Icrc.read(envelope, length)));
        }
    }

    @Test
    void shouldFindNoBitWhereTwoFlipped()
    {
        final Envelope envelope = envelope(address(false), address(false), 0xC123, 64);
        final int right = icrc.compute(envelope, 64);
        envelope.array()[Envelope.PACKET_OFFSET] ^= 1;
        envelope.array()[Envelope.PACKET_OFFSET + 20] ^= 4;

        assertEquals(Integer.MIN_VALUE, EnvelopeChange.bitFor(envelope, 64, right ^ icrc.compute(envelope, 64)));
    }

    private int length()
    {
        return 16 + 4 * random.nextInt(300);
    }

    private byte[] address(final boolean isIpv6)
    {
        final byte[] address = new byte[isIpv6 ? 16 : 4];
        random.nextBytes(address);
        return address;
    }

    private Envelope envelope(final byte[] source, final byte[] destination, final int port, final int length)
    {
        final Envelope envelope = new Envelope(2_000);
        random.nextBytes(envelope.array());
        headers(envelope, source, destination, port, length);
        return envelope;
    }

    private static void headers(
        final Envelope envelope, final byte[] source, final byte[] destination, final int port, final int length)
    {
        envelope.addresses(source, destination);
        envelope.ports(port, Envelope.ROCE_PORT);
        envelope.packetLength(length);
    }

    private int with(
        final Envelope envelope, final byte[] source, final byte[] destination, final int port, final int length)
    {
        final Envelope other = new Envelope(2_000);
        other.copyFrom(envelope, length);
        headers(other, source, destination, port, length);
        return icrc.compute(other, length);
    }
}
