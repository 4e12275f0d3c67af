package io.roce.nic.transport;

import com.sun.management.ThreadMXBean;
import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.lang.management.ManagementFactory;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TransmitAllocationTest
{
    private static final int ROUNDS = 20_000;

    private final RequesterFixture node = new RequesterFixture();
    private final ServedQp rc = node.qp(QpType.RC);
    private final ServedQp uc = node.qp(QpType.UC);
    private final ServedQp ud = node.qp(QpType.UD);
    private final SendWr send = node.wr(WrOpcode.SEND, 600);
    private final SendWr read = node.wr(WrOpcode.RDMA_READ, 100);
    private final SendWr datagram = node.wr(WrOpcode.SEND, 100).destination(RequesterFixture.PEER, 0x22, 7);
    private final RoceDatagram ack = Packets.rcAck(rc.qpn, 0, 0);
    private final RoceDatagram nak = Packets.rcAcknowledge(rc.qpn, 0, 0x60, 0);
    private final RoceDatagram answer =
        RcCompleterTest.readResponse(rc, Opcode.RC_RDMA_READ_RESPONSE_ONLY, 0, 100);
    private final WorkCompletion completion = new WorkCompletion();

    TransmitAllocationTest() throws VerbsException
    {
        node.wire.isSilent = true;
    }

    @Test
    void shouldAllocateNothingForAPacket() throws VerbsException
    {
        run();     // compiles, and loads what is loaded on first use
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run();
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        // The measuring itself may take a few objects; one for each round would be hundreds of thousands.
        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS + " rounds");
        assertEquals(Psn.add(0x100, 2 * ROUNDS * 4), rc.requester.nextPsn);
        assertEquals(Psn.add(0x100, 2 * ROUNDS * 3), uc.requester.nextPsn);
        assertEquals(Psn.add(0x100, 2 * ROUNDS), ud.requester.nextPsn);
    }

    private void run() throws VerbsException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            final int psn = rc.requester.nextPsn;
            post(rc, send);
            post(rc, read);
            post(uc, send);
            post(ud, datagram);
            node.scheduler.poll(node.clock.nanoTime());
            nak.packet().bth().psn(Psn.add(psn, 1));
            receive(nak);
            node.scheduler.poll(node.clock.nanoTime());
            ack.packet().bth().psn(Psn.add(psn, 2));
            receive(ack);
            answer.packet().bth().psn(Psn.add(psn, 3));
            receive(answer);
            while (rc.sendCq.poll(completion) || uc.sendCq.poll(completion) || ud.sendCq.poll(completion))
            {
                node.clock.advance(1_000);
            }
        }
    }

    private void post(final ServedQp qp, final SendWr wr) throws VerbsException
    {
        qp.sendQueue.post(wr);
        node.services.doorbells().ring(qp);
    }

    private void receive(final RoceDatagram response)
    {
        final Fate fate = node.receive(rc, response);
        if (fate != Fate.RESPONSE_ACCEPTED && fate != Fate.RESPONSE_NAK_PSN_SEQUENCE)
        {
            throw new AssertionError(fate);
        }
    }
}
