package io.roce.wire.icrc;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.roce.wire.AsciiText;
import io.roce.wire.header.BthFlyweight;

import java.util.zip.CRC32;

/**
 * Computes the ICRC of the packet in an {@link Envelope}: CRC-32 with the Ethernet polynomial. Before changing this
 * file, read annex A17 on the invariant CRC.
 * <p>
 * Unlike every other field of the packet, the CRC goes out least significant byte first. The project carries an ICRC in
 * an {@code int} whose bytes, most significant first, are the four bytes on the wire: {@code 0x82fd002a} for the bytes
 * {@code 82 fd 00 2a}, as Wireshark shows it. So it is the CRC with its bytes reversed, and only this package knows:
 * what is computed, read, written, given and printed elsewhere is always the same number.
 * <p>
 * Not thread-safe: one for each event loop.
 */
public final class Icrc
{
    /** Length in bytes; it ends every packet. */
    public static final int LENGTH = 4;

    /** FECN, BECN and six reserved bits: the byte of the BTH that the ICRC takes as ones. */
    private static final int MASKED_BTH_OFFSET = Envelope.PACKET_OFFSET + BthFlyweight.CONGESTION_OFFSET;

    private final CRC32 crc32 = new CRC32();

    /**
     * The right ICRC of the packet, whatever stands at its end.
     *
     * @param envelope     headers and packet; as it was when this returns.
     * @param packetLength BTH to ICRC, at least a BTH and an ICRC; the ICRC's own place is not read.
     */
    public int compute(final Envelope envelope, final int packetLength)
    {
        return run(envelope, packetLength - LENGTH);
    }

    /** The CRC from the envelope's start over so many bytes of the packet, which are a BTH at least; in wire order. */
    int run(final Envelope envelope, final int length)
    {
        final byte[] array = envelope.array();
        final int start = envelope.start();
        final byte congestion = array[MASKED_BTH_OFFSET];

        array[MASKED_BTH_OFFSET] = (byte)0xFF;
        crc32.reset();
        crc32.update(array, start, Envelope.PACKET_OFFSET + length - start);
        array[MASKED_BTH_OFFSET] = congestion;

        return Integer.reverseBytes((int)crc32.getValue());
    }

    /** The ICRC that the packet carries. */
    public static int read(final Envelope envelope, final int packetLength)
    {
        return envelope.buffer().getInt(Envelope.PACKET_OFFSET + packetLength - LENGTH, BIG_ENDIAN);
    }

    /** Puts an ICRC at the end of the packet. */
    public static void write(final Envelope envelope, final int packetLength, final int icrc)
    {
        envelope.buffer().putInt(Envelope.PACKET_OFFSET + packetLength - LENGTH, icrc, BIG_ENDIAN);
    }

    /** Puts the right ICRC at the end of the packet, whatever stood there. */
    public void repair(final Envelope envelope, final int packetLength)
    {
        write(envelope, packetLength, compute(envelope, packetLength));
    }

    /**
     * Puts an ICRC at the end of the packet that is wrong, and stays wrong whatever IPv4 identification and
     * don't-fragment bit a receiver tries.
     */
    public void spoil(final Envelope envelope, final int packetLength)
    {
        int difference = ~0;
        while (Inference.isExplained(Inference.hiddenBits(difference, packetLength)))
        {
            difference--;
        }
        write(envelope, packetLength, compute(envelope, packetLength) ^ difference);
    }

    /** As it is printed everywhere: {@code 0x82fd002a}. */
    public static String format(final int icrc)
    {
        return new AsciiText(10).append("0x").appendHex(Integer.toUnsignedLong(icrc), 2 * LENGTH).toString();
    }
}
