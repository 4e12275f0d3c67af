package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.packet.RoceDatagram;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Work of all kinds over a wire that loses, doubles and reorders, both ways, to a peer that has no receive at times:
 * each request is done once, in order, whatever happens to its packets.
 */
class RcLossTest
{
    private static final int WORK = 300;
    private static final int FIRST_PSN = 0xFF_FF00;
    private static final int AREA = 2_048;

    private final RequesterFixture node = new RequesterFixture(Profile.RXE_6_1);
    private final ServedQp qp = node.qp(QpType.RC);
    private final List<WrOpcode> opcodes = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
    private SplittableRandom random;
    private int sentPackets;

    RcLossTest() throws VerbsException
    {
    }

    /** Percent of packets, either way. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 0", "5, 1, 0", "0, 10, 10", "20, 5, 5", "5, 5, 20"})
    void shouldDoEachRequestOnceInOrder(final int lost, final int doubled, final int reordered) throws VerbsException
    {
        random = new SplittableRandom(lost * 10_000 + doubled * 100 + reordered);
        qp.requester.start(FIRST_PSN);
        qp.retryCnt = 7;
        qp.rnrRetry = 7;
        final ScriptedPeer peer = new ScriptedPeer(
            qp.qpn, FIRST_PSN, RequesterFixture.MTU, () -> lost + doubled + reordered == 0 || random.nextInt(20) > 0);
        final long[] wrIds = new long[WORK];
        int posted = 0;
        int completed = 0;
        final WorkCompletion completion = new WorkCompletion();

        for (int rounds = 0; completed < WORK && rounds < 1_000_000; rounds++)
        {
            while (posted < WORK && posted - completed < 40 && random.nextInt(4) > 0)
            {
                post(posted++);
            }
            node.run();
            final List<RoceDatagram> requests = new ArrayList<>(node.wire.sent);
            node.wire.sent.clear();
            sentPackets += requests.size();
            onTheWay(requests, lost, doubled, reordered).forEach(request -> peer.onRequest(request.packet()));
            final List<RoceDatagram> answers = onTheWay(peer.answers(), lost, doubled, reordered);
            answers.forEach(answer -> fates.merge(node.receive(qp, answer), 1, Integer::sum));
            while (qp.sendCq.poll(completion))
            {
                assertEquals(WcStatus.SUCCESS, completion.status());
                wrIds[completed++] = completion.wrId();
            }
            if (requests.isEmpty() && answers.isEmpty() && node.scheduler.nextDeadlineNs() != Long.MAX_VALUE)
            {
                node.clock.update(Math.max(node.clock.nanoTime(), node.scheduler.nextDeadlineNs()));
            }
        }

        assertEquals(WORK, completed, fates::toString);
        for (int i = 0; i < WORK; i++)
        {
            assertEquals(i, wrIds[i]);
        }
        assertDone(peer);
        assertEquals(List.of(), node.failures);
        assertEquals(null, fates.get(Fate.RESPONSE_UNEXPECTED), fates::toString);
        assertEquals(qp.requester.nextPsn, qp.requester.unackedPsn);
        assertEquals(0, qp.requester.outstandingFetches);
        final int once = lengths.stream().mapToInt(length -> Math.max(1, (length + 255) / 256)).sum();
        assertEquals(Psn.add(FIRST_PSN, once), qp.requester.nextPsn);
        if (lost + doubled + reordered == 0)
        {
            assertEquals(Set.of(Fate.RESPONSE_ACCEPTED), fates.keySet());
        }
        assertTrue(sentPackets < 20 * once, sentPackets + " sent for " + once);
    }

    private void post(final int index) throws VerbsException
    {
        final WrOpcode[] kinds =
            {WrOpcode.SEND, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ, WrOpcode.ATOMIC_FETCH_AND_ADD};
        final WrOpcode opcode = kinds[random.nextInt(kinds.length)];
        final int length = opcode.isAtomic() ? Long.BYTES : random.nextInt(5) == 0 ? 0 : random.nextInt(AREA);
        opcodes.add(opcode);
        lengths.add(length);
        final SendWr wr = new SendWr().wrId(index).opcode(opcode).compareAdd(1)
            .sge(node.region.addr() + index * (long)AREA, length, node.region.lkey())
            .remote(RequesterFixture.REMOTE_ADDR + index * (long)AREA, RequesterFixture.RKEY);
        node.post(qp, random.nextInt(10) == 0 ? wr.flag(SendFlag.FENCE) : wr);
    }

    private List<RoceDatagram> onTheWay(
        final List<RoceDatagram> datagrams, final int lost, final int doubled, final int reordered)
    {
        final List<RoceDatagram> arriving = new ArrayList<>();
        for (final RoceDatagram datagram : datagrams)
        {
            if (random.nextInt(100) >= lost)
            {
                arriving.add(datagram);
                if (random.nextInt(100) < doubled)
                {
                    arriving.add(datagram);
                }
                final int place = arriving.size() - 1;
                if (place > 0 && random.nextInt(100) < reordered)
                {
                    arriving.add(random.nextInt(place), arriving.remove(place));
                }
            }
        }
        return arriving;
    }

    private void assertDone(final ScriptedPeer peer)
    {
        int sends = 0;
        long atomics = 0;
        for (int i = 0; i < WORK; i++)
        {
            final byte[] local = new byte[lengths.get(i)];
            node.region.getBytes(node.region.addr() + i * (long)AREA, local, 0, local.length);
            final long remote = RequesterFixture.REMOTE_ADDR + i * (long)AREA;
            switch (opcodes.get(i))
            {
                case SEND -> assertArrayEquals(local, peer.messages.get(sends++));
                case ATOMIC_FETCH_AND_ADD -> assertEquals(atomics++, node.memory.getLong(i * AREA));
                default ->
                {
                    for (int j = 0; j < local.length; j++)
                    {
                        final byte there = opcodes.get(i) == WrOpcode.RDMA_READ ?
                            ScriptedPeer.memory(remote + j) : peer.written.get(remote + j);
                        assertEquals(there, local[j]);
                    }
                }
            }
        }
        assertEquals(sends, peer.messages.size());
    }
}
