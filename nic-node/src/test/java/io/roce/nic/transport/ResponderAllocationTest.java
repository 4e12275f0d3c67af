package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.nic.link.RoomyEgress;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.WorkCompletion;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import org.junit.jupiter.api.Test;

class ResponderAllocationTest
{
    private static final int ROUNDS = 20_000;

    private final CountingEgress egress = new CountingEgress();
    private final WorkCompletion completion = new WorkCompletion();

    @Test
    void shouldAllocateNothingForAPacketOfAConnection() throws Exception
    {
        final ResponderFixture fixture = fixture(QpType.RC);
        final long addr = fixture.region.addr();
        final RoceDatagram[] requests =
        {
            Packets.build(fixture.request(Opcode.RC_SEND_FIRST, 0, 256)),
            Packets.build(fixture.request(Opcode.RC_SEND_LAST_WITH_IMMEDIATE, 1, 99)),
            Packets.build(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, 2, addr, 64, 64)),
            Packets.build(fixture.atomic(Opcode.RC_FETCH_ADD, 3, addr + 8, 1, 0)),
            Packets.build(fixture.read(4, addr, 256)),
            // Duplicates: a PSN of the same round again.
            Packets.build(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, 2, addr, 64, 64)),
            Packets.build(fixture.atomic(Opcode.RC_FETCH_ADD, 3, addr + 8, 1, 0)),
            Packets.build(fixture.read(4, addr, 256)),
            // Ahead, and ahead again.
            Packets.build(fixture.request(Opcode.RC_SEND_ONLY, 6, 4)),
            Packets.build(fixture.request(Opcode.RC_SEND_ONLY, 7, 4))
        };

        assertAllocatesNothing(fixture, requests, 5);
        assertEquals(2L * ROUNDS * 8, egress.sent, "of ten each round, two are not answered");
    }

    @Test
    void shouldAllocateNothingForAPacketOfUcAndUd() throws Exception
    {
        final ResponderFixture uc = fixture(QpType.UC);
        assertAllocatesNothing(
            uc,
            new RoceDatagram[]
            {
                Packets.build(uc.request(Opcode.UC_SEND_FIRST, 0, 256)),
                Packets.build(uc.request(Opcode.UC_SEND_LAST, 1, 4)),
                Packets.build(uc.request(Opcode.UC_SEND_LAST, 2, 4))
            },
            3);

        final ResponderFixture ud = fixture(QpType.UD);
        assertAllocatesNothing(ud, new RoceDatagram[] {Packets.build(ud.request(Opcode.UD_SEND_ONLY, 0, 99))}, 1);
        assertEquals(0, egress.sent);
    }

    private ResponderFixture fixture(final QpType type) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(type, Profile.IBTA).connect(0, 4);
        fixture.qp.route = Route.open(
            egress, InetAddress.getByAddress(Packets.DESTINATION), 0xC000, InetAddress.getByAddress(Packets.SOURCE));
        return fixture;
    }

    private void assertAllocatesNothing(
        final ResponderFixture fixture, final RoceDatagram[] requests, final int psns) throws Exception
    {
        run(fixture, requests, psns);      // compiles, and loads what is loaded on first use
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run(fixture, requests, psns);
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        // The measuring itself may take a few objects; one for each round would be a third of a megabyte.
        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS + " rounds");
        assertEquals(0, fixture.failures.size());
    }

    private void run(final ResponderFixture fixture, final RoceDatagram[] requests, final int psns) throws Exception
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            if (fixture.qp.recvQueue.size() < 2)
            {
                fixture.post(round, 1024, 1024);
            }
            for (final RoceDatagram request : requests)
            {
                final Fate fate = fixture.feed(request);
                assertTrue(fate != null);
                fixture.drain();
                request.packet().bth().psn(request.packet().bth().psn() + psns);
            }
            fixture.cq.poll(completion);
        }
    }

    private static final class CountingEgress extends RoomyEgress
    {
        private long sent;

        @Override
        public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
        {
            sent++;
        }
    }
}
