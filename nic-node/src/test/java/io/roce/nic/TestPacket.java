package io.roce.nic;

import io.roce.wire.PKey;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.DethFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.function.Consumer;

/** Writes the bytes of one packet, BTH to ICRC, with whatever is wrong with it. */
public final class TestPacket
{
    private static final int PSN = 0xC0FFEE;

    private final Opcode opcode;
    private int destQp;
    private int pKey = PKey.DEFAULT;
    private int qKey;
    private int payloadLength;
    private int icrcFlip;
    private Consumer<BthFlyweight> patch = bth ->
    {
    };

    public TestPacket(final Opcode opcode)
    {
        this.opcode = opcode;
    }

    public TestPacket destQp(final int destQp)
    {
        this.destQp = destQp;
        return this;
    }

    public TestPacket pKey(final int pKey)
    {
        this.pKey = pKey;
        return this;
    }

    public TestPacket qKey(final int qKey)
    {
        this.qKey = qKey;
        return this;
    }

    public TestPacket payload(final int payloadLength)
    {
        this.payloadLength = payloadLength;
        return this;
    }

    /** Changes the BTH as it will stand on the wire; the ICRC covers what it then says. */
    public TestPacket patch(final Consumer<BthFlyweight> patch)
    {
        this.patch = patch;
        return this;
    }

    /** Bits of the ICRC to be wrong. */
    public TestPacket icrcFlip(final int icrcFlip)
    {
        this.icrcFlip = icrcFlip;
        return this;
    }

    /** The packet as it must be to be right between two addresses. */
    public byte[] bytes(final InetSocketAddress from, final InetSocketAddress to)
    {
        final int length = opcode.headerLength() + payloadLength + Icrc.LENGTH;
        final Envelope envelope = new Envelope(length);
        envelope.addresses(from.getAddress().getAddress(), to.getAddress().getAddress());
        envelope.ports(from.getPort(), to.getPort());
        envelope.packetLength(length);

        final BthFlyweight bth = new BthFlyweight();
        bth.wrap(envelope.buffer(), Envelope.PACKET_OFFSET);
        bth.opcodeValue(opcode.code()).pKey(pKey).destQp(destQp).psn(PSN);
        if (opcode.has(HeaderType.DETH))
        {
            final DethFlyweight deth = new DethFlyweight();
            deth.wrap(envelope.buffer(), Envelope.PACKET_OFFSET + opcode.headerOffset(HeaderType.DETH));
            deth.qKey(qKey);
        }
        patch.accept(bth);

        final Icrc icrc = new Icrc();
        Icrc.write(envelope, length, icrc.compute(envelope, length) ^ icrcFlip);
        return Arrays.copyOfRange(envelope.array(), Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + length);
    }
}
