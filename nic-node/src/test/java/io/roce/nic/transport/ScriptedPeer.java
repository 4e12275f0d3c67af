package io.roce.nic.transport;

import io.roce.wire.Psn;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * A responder that does no more than tests of requesters need: it takes every request in order, answers as section 9.7
 * of the standard has it, and remembers. Each byte of its memory can be told from its address, so a READ finds the same
 * however often it is asked for.
 */
final class ScriptedPeer
{
    final List<byte[]> messages = new ArrayList<>();
    final TreeMap<Long, Byte> written = new TreeMap<>();

    private final int requesterQpn;
    private final int mtu;
    private final BooleanSupplier hasReceive;
    private final TreeMap<Integer, Long> atomics = new TreeMap<>();
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();
    private List<RoceDatagram> answers = new ArrayList<>();
    private int expectedPsn;
    private boolean isNakSent;
    private long writeAddr;
    private long counter;
    private int msn;

    ScriptedPeer(final int requesterQpn, final int firstPsn, final int mtu, final BooleanSupplier hasReceive)
    {
        this.requesterQpn = requesterQpn;
        expectedPsn = firstPsn;
        this.mtu = mtu;
        this.hasReceive = hasReceive;
    }

    static byte memory(final long addr)
    {
        return (byte)(addr * 31 + (addr >>> 8));
    }

    /** Answers since the last time. */
    List<RoceDatagram> answers()
    {
        final List<RoceDatagram> taken = answers;
        answers = new ArrayList<>();
        return taken;
    }

    void onRequest(final RocePacket packet)
    {
        final int psn = packet.bth().psn();
        final int ahead = Psn.diff(psn, expectedPsn);
        if (ahead > 0)
        {
            if (!isNakSent)
            {
                isNakSent = true;
                acknowledge(expectedPsn, 0x60);
            }
        }
        else if (ahead < 0)
        {
            onDuplicate(packet, psn);
        }
        else if (needsReceive(packet.opcode()) && !hasReceive.getAsBoolean())
        {
            acknowledge(psn, 0x20 | 1);
        }
        else
        {
            isNakSent = false;
            onNew(packet, psn);
        }
    }

    private static boolean needsReceive(final Opcode opcode)
    {
        return opcode == Opcode.RC_SEND_FIRST || opcode == Opcode.RC_SEND_ONLY;
    }

    private void onNew(final RocePacket packet, final int psn)
    {
        msn += packet.opcode().isEnd() ? 1 : 0;
        switch (packet.opcode())
        {
            case RC_RDMA_READ_REQUEST -> expectedPsn = Psn.add(psn, read(packet, psn));
            case RC_FETCH_ADD ->
            {
                atomics.put(psn, counter);
                counter += packet.atomicEth().swapOrAddData();
                expectedPsn = Psn.add(psn, 1);
                answerAtomic(psn);
            }
            default ->
            {
                expectedPsn = Psn.add(psn, 1);
                take(packet);
                if (packet.bth().isAckRequest())
                {
                    acknowledge(psn, Syndrome.NO_CREDIT_LIMIT);
                }
            }
        }
    }

    private void take(final RocePacket packet)
    {
        final byte[] payload = new byte[packet.payloadLength()];
        packet.buffer().getBytes(packet.payloadOffset(), payload);
        switch (packet.opcode())
        {
            case RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_ONLY -> writeAddr = packet.reth().virtualAddress();
            default ->
            {
            }
        }
        if (packet.opcode().name().startsWith("RC_RDMA_WRITE"))
        {
            for (final byte value : payload)
            {
                written.put(writeAddr++, value);
            }
            return;
        }
        open.writeBytes(payload);
        if (packet.opcode().isEnd())
        {
            messages.add(open.toByteArray());
            open.reset();
        }
    }

    private void onDuplicate(final RocePacket packet, final int psn)
    {
        switch (packet.opcode())
        {
            case RC_RDMA_READ_REQUEST -> read(packet, psn);
            case RC_FETCH_ADD -> answerAtomic(psn);
            default -> acknowledge(Psn.add(expectedPsn, -1), Syndrome.NO_CREDIT_LIMIT);
        }
    }

    /** PSNs that the answer has. */
    private int read(final RocePacket packet, final int psn)
    {
        final int length = (int)packet.reth().dmaLength();
        final int count = Math.max(1, (length + mtu - 1) / mtu);
        for (int i = 0; i < count; i++)
        {
            final byte[] payload = new byte[Math.min(mtu, length - i * mtu)];
            for (int j = 0; j < payload.length; j++)
            {
                payload[j] = memory(packet.reth().virtualAddress() + i * mtu + j);
            }
            final boolean isLast = i == count - 1;
            final Opcode opcode = i == 0 ?
                isLast ? Opcode.RC_RDMA_READ_RESPONSE_ONLY : Opcode.RC_RDMA_READ_RESPONSE_FIRST :
                isLast ? Opcode.RC_RDMA_READ_RESPONSE_LAST : Opcode.RC_RDMA_READ_RESPONSE_MIDDLE;
            final RocePacketBuilder answer = Packets.builder(opcode, requesterQpn, Psn.add(psn, i)).payload(payload);
            answers.add(Packets.build(i == 0 || isLast ? answer.set(PacketField.SYNDROME, 31) : answer));
        }
        return count;
    }

    private void answerAtomic(final int psn)
    {
        answers.add(Packets.build(Packets.builder(Opcode.RC_ATOMIC_ACKNOWLEDGE, requesterQpn, psn)
            .set(PacketField.SYNDROME, 31)
            .set(PacketField.ORIGINAL_DATA, atomics.get(psn))));
    }

    private void acknowledge(final int psn, final int syndrome)
    {
        answers.add(Packets.rcAcknowledge(requesterQpn, psn, syndrome, msn & Psn.MASK));
    }
}
