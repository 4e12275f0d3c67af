package io.roce.wire.packet;

import io.roce.wire.PKey;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;

import java.util.List;
import java.util.Objects;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Builds packets, right ones and deliberately wrong ones. Everything keeps its value from packet to packet; what is
 * never set is 0 or empty, but for the P_Key, which is the default one, the pad, which is what the payload needs, and
 * the ICRC, which is right. Not thread-safe.
 */
public final class RocePacketBuilder
{
    private static final int WHOLE = -1;
    private static final int MAX_OPCODE = 0xFF;
    private static final int PAD_MASK = 3;

    private static final PacketField[] FIELDS = PacketField.values();

    private final long[] values = new long[FIELDS.length];
    private final Icrc icrc = new Icrc();
    private int opcodeValue;
    private byte[] payload = {};
    private boolean isPadCountGiven;
    private int truncatedLength = WHOLE;
    private IcrcChoice icrcChoice = IcrcChoice.GOOD;
    private int givenIcrc;

    /** The packet that was built last, but for its ICRC. Fields that are set change it, all else makes it anew. */
    private final RocePacket image = new RocePacket();
    private final MutableDirectBuffer imageBuffer = new ExpandableArrayBuffer();
    private boolean isImageCurrent;

    /** A builder of RC_SEND_FIRST, whose number is 0. */
    public RocePacketBuilder()
    {
        values[PacketField.P_KEY.ordinal()] = PKey.DEFAULT;
    }

    /**
     * Sets the opcode by number, 0 to 255: a reserved one is sent with a BTH alone.
     *
     * @throws IllegalArgumentException when it does not fit.
     */
    public RocePacketBuilder opcode(final int opcodeValue)
    {
        if (opcodeValue < 0 || opcodeValue > MAX_OPCODE)
        {
            throw new IllegalArgumentException("opcode must be 0 to 255: " + opcodeValue);
        }
        isImageCurrent &= this.opcodeValue == opcodeValue;
        this.opcodeValue = opcodeValue;
        return this;
    }

    public RocePacketBuilder opcode(final Opcode opcode)
    {
        return opcode(opcode.code());
    }

    /**
     * Sets a field; it is written when the opcode has its header. Once {@link PacketField#PAD_COUNT} has been set it is
     * written as it is, and no pad bytes are added: those that are wanted are the payload's last bytes.
     *
     * @throws IllegalArgumentException when the value does not fit, naming field, value and bounds.
     */
    public RocePacketBuilder set(final PacketField field, final long value)
    {
        if (!field.isValid(value))
        {
            throw new IllegalArgumentException(
                field.label() + " must be 0 to " + field.maxValue() + " (" + field.width() + " bits): " + value);
        }
        values[field.ordinal()] = value;
        if (field == PacketField.PAD_COUNT)
        {
            isPadCountGiven = true;
            isImageCurrent = false;
        }
        else if (isImageCurrent && image.isReadable(field.header()))
        {
            field.set(image, value);
        }
        return this;
    }

    /**
     * Sets every field with that {@link PacketField#option()}: {@code r-key} is the key of the RETH and of the
     * AtomicETH.
     *
     * @throws IllegalArgumentException when there is no such option or the value does not fit.
     */
    public RocePacketBuilder set(final String option, final long value)
    {
        final List<PacketField> fields = PacketField.withOption(option);
        if (fields.isEmpty())
        {
            throw new IllegalArgumentException("no packet field has the option " + option);
        }
        for (int i = 0; i < fields.size(); i++)
        {
            set(fields.get(i), value);
        }
        return this;
    }

    /**
     * Payload bytes, copied. As many zero bytes follow as fill a multiple of four, unless
     * {@link PacketField#PAD_COUNT} has been set. May be longer than any path MTU.
     */
    public RocePacketBuilder payload(final byte[] payload)
    {
        this.payload = payload.clone();
        isImageCurrent = false;
        return this;
    }

    /**
     * Sends just the first {@code length} bytes of the packet, the ICRC with the rest cut off; -1 for all of it. A
     * packet that is no longer than that stays whole.
     *
     * @throws IllegalArgumentException when it is less than -1.
     */
    public RocePacketBuilder truncateTo(final int length)
    {
        if (length < WHOLE)
        {
            throw new IllegalArgumentException("length to truncate to must be 0 or more, or -1 for all: " + length);
        }
        truncatedLength = length;
        return this;
    }

    /**
     * Which ICRC.
     *
     * @param value counts for {@link IcrcChoice#GIVEN}, as an ICRC is printed: most significant byte first on the wire.
     */
    public RocePacketBuilder icrc(final IcrcChoice choice, final int value)
    {
        icrcChoice = Objects.requireNonNull(choice);
        givenIcrc = value;
        return this;
    }

    /**
     * Writes the packet into a datagram whose envelope has its addresses and ports.
     *
     * @return its length, BTH to ICRC.
     * @throws IllegalArgumentException when the datagram has no room for it; nothing is written then.
     */
    public int build(final RoceDatagram datagram)
    {
        if (!isImageCurrent)
        {
            makeImage();
        }
        final Envelope envelope = datagram.envelope();
        final int wholeLength = image.length();
        if (wholeLength > envelope.maxPacketLength())
        {
            throw new IllegalArgumentException(
                "payload must be 0 to " + (envelope.maxPacketLength() - wholeLength + payload.length) +
                " bytes for this opcode and datagram: " + payload.length);
        }

        envelope.buffer().putBytes(Envelope.PACKET_OFFSET, imageBuffer, 0, wholeLength - Icrc.LENGTH);
        envelope.packetLength(wholeLength);
        writeIcrc(envelope, wholeLength);

        final int length = truncatedLength == WHOLE ? wholeLength : Math.min(truncatedLength, wholeLength);
        datagram.onBytes(length);
        return length;
    }

    private void makeImage()
    {
        final Opcode opcode = Opcode.get(opcodeValue);
        final int headerLength = opcode == null ? BthFlyweight.LENGTH : opcode.headerLength();
        final int padLength = isPadCountGiven ? 0 : -payload.length & PAD_MASK;
        final int wholeLength = headerLength + payload.length + padLength + Icrc.LENGTH;
        imageBuffer.setMemory(0, wholeLength, (byte)0);
        imageBuffer.putByte(0, (byte)opcodeValue);
        imageBuffer.putBytes(headerLength, payload);
        image.wrap(imageBuffer, 0, wholeLength);
        for (final PacketField field : FIELDS)
        {
            if (image.isReadable(field.header()))
            {
                field.set(image, values[field.ordinal()]);
            }
        }
        if (!isPadCountGiven)
        {
            image.bth().padCount(padLength);
        }
        isImageCurrent = true;
    }

    private void writeIcrc(final Envelope envelope, final int packetLength)
    {
        switch (icrcChoice)
        {
            case GOOD -> icrc.repair(envelope, packetLength);
            case BAD -> icrc.spoil(envelope, packetLength);
            case GIVEN -> Icrc.write(envelope, packetLength, givenIcrc);
        }
    }
}
