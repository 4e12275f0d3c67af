package io.roce.nic.transport;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.wire.Skip;
import io.roce.wire.capture.Recordings;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Our requester does the work of a recorded one and gets the answers that the kernel's got: what it sends is what the
 * kernel sent, byte by byte, in the same order. Its clock runs where the kernel sent something again.
 */
class RecordedRequesterTest
{
    private static final Set<Fate> EXPECTED_FATES = EnumSet.of(
        Fate.RESPONSE_ACCEPTED, Fate.RESPONSE_DUPLICATE, Fate.RESPONSE_RNR_NAK, Fate.RESPONSE_RNR_RETRY_EXCEEDED,
        Fate.RESPONSE_NAK_REMOTE_ACCESS, Fate.RESPONSE_NAK_REMOTE_OPERATIONAL);

    private RequesterFixture node;
    private ServedQp qp;
    private final List<Long> addrs = new ArrayList<>();
    private final Set<Integer> posted = new TreeSet<>();
    private int memoryUsed;

    /** The status is that of the last request of each queue pair; all before succeed. */
    @ParameterizedTest
    @CsvSource({
        "rc_pingpong_v4.pcap, 2, SUCCESS", "rc_pingpong_v6.pcap, 2, SUCCESS", "uc_pingpong_v4.pcap, 2, SUCCESS",
        "ud_pingpong_v4.pcap, 2, SUCCESS", "write_bw_v4.pcap, 1, SUCCESS", "read_bw_v4.pcap, 1, SUCCESS",
        "atomic_fadd_v4.pcap, 1, SUCCESS", "atomic_cas_v4.pcap, 1, SUCCESS", "rping_v4.pcap, 2, SUCCESS",
        "odd_sizes.pcap, 1, SUCCESS", "rnr_nak.pcap, 1, SUCCESS", "nak_access.pcap, 4, REM_ACCESS_ERR",
        "stale_qpn.pcap, 1, RETRY_EXC_ERR"
    })
    void shouldSendWhatTheKernelSent(final String file, final int requesters, final WcStatus status) throws Exception
    {
        replay(Recordings.own(file), requesters, status);
    }

    @ParameterizedTest
    @CsvSource({
        "uc_pingpong_v6.pcap, 2, SUCCESS", "ud_pingpong_v6.pcap, 2, SUCCESS", "write_bw_v6.pcap, 1, SUCCESS",
        "read_bw_v6.pcap, 1, SUCCESS", "send_bw_v4.pcap, 1, SUCCESS", "send_bw_v6.pcap, 1, SUCCESS",
        "atomic_fadd_v6.pcap, 1, SUCCESS", "atomic_cas_v6.pcap, 1, SUCCESS", "send_uc_v4.pcap, 1, SUCCESS",
        "send_uc_v6.pcap, 1, SUCCESS", "write_uc_v4.pcap, 1, SUCCESS", "write_uc_v6.pcap, 1, SUCCESS",
        "send_ud_v4.pcap, 1, SUCCESS", "send_ud_v6.pcap, 1, SUCCESS", "rping_v6.pcap, 2, SUCCESS",
        "ucmatose_v4.pcap, 4, SUCCESS", "mtu_256.pcap, 2, SUCCESS", "mtu_2048.pcap, 2, SUCCESS",
        "mtu_4096.pcap, 2, SUCCESS", "stream_write.pcap, 1, SUCCESS", "long_message.pcap, 1, SUCCESS",
        "path_fields_v4.pcap, 1, SUCCESS", "rnr_exceeded.pcap, 1, RNR_RETRY_EXC_ERR",
        "nak_send_too_long.pcap, 1, REM_OP_ERR", "error_qp.pcap, 1, RETRY_EXC_ERR", "ud_bad_qkey.pcap, 1, SUCCESS"
    })
    void shouldSendWhatTheKernelSentInRecordingsBesideTheProject(
        final String file, final int requesters, final WcStatus status) throws Exception
    {
        final Path path = Recordings.MORE.resolve(file);
        Skip.unless(Files.isRegularFile(path), "there is no recording at " + path);
        replay(path, requesters, status);
    }

    /**
     * The kernel resends parts of what is missing only, and then waits; ours resends all from what the NAK names. So
     * what is sent is compared by PSN, and the answers lead to the same end.
     */
    @Test
    void shouldSendUnderLossWhatTheKernelSentAtEachPsn() throws Exception
    {
        final RecordedRequester recorded = RecordedRequester.of(Recordings.own("loss_request.pcap")).get(0);
        open(recorded);
        post(recorded, Integer.MAX_VALUE);
        node.run();
        for (final RoceDatagram frame : recorded.frames)
        {
            if (frame.packet().opcode().isResponse())
            {
                node.receive(qp, frame);
                node.run();
            }
        }

        assertEquals(8, recorded.messages.size());
        assertEquals(8, RequesterFixture.completions(qp).stream().filter(WcStatus.SUCCESS::equals).count());
        final Set<Integer> psns = new TreeSet<>();
        for (final RoceDatagram sent : node.wire.sent)
        {
            final RoceDatagram kernels = recorded.frames.stream()
                .filter(frame -> frame.packet().opcode().isRequest())
                .filter(frame -> frame.packet().bth().psn() == sent.packet().bth().psn())
                .findFirst().orElseThrow();
            assertEquals(bytes(kernels), bytes(sent));
            psns.add(sent.packet().bth().psn());
        }
        assertEquals(48, psns.size());
        assertTrue(node.wire.sent.size() > 48);
    }

    private void replay(final Path file, final int requesters, final WcStatus status) throws Exception
    {
        final List<RecordedRequester> all = RecordedRequester.of(file);
        assertEquals(requesters, all.size());
        for (final RecordedRequester recorded : all)
        {
            replay(recorded, status);
        }
    }

    private void replay(final RecordedRequester recorded, final WcStatus status) throws Exception
    {
        open(recorded);
        for (final RoceDatagram frame : recorded.framesAsSeen())
        {
            if (frame.packet().opcode().isResponse())
            {
                final Fate fate = node.receive(qp, frame);
                assertTrue(EXPECTED_FATES.contains(fate), fate.name());
                continue;
            }

            post(recorded, recorded.distance(frame));
            node.run();
            if (node.wire.sent.isEmpty())
            {
                node.clock.update(node.scheduler.nextDeadlineNs());
                node.run();
            }
            assertFalse(node.wire.sent.isEmpty(), () -> "we would not send " + RequesterFixture.line(frame));
            assertEquals(bytes(frame), bytes(node.wire.sent.remove(0)));
            assertEquals(frame.envelope().sourcePort(), (int)node.wire.sourcePorts.remove(0));
        }

        node.run();
        assertEquals(List.of(), node.wire.sent);
        if (status == WcStatus.RETRY_EXC_ERR)
        {
            node.advance(node.scheduler.nextDeadlineNs() - node.clock.nanoTime());
        }
        assertEnd(recorded, status);
    }

    private void assertEnd(final RecordedRequester recorded, final WcStatus status)
    {
        final List<WcStatus> statuses = new ArrayList<>();
        for (int i = 1; i < recorded.messages.size(); i++)
        {
            statuses.add(WcStatus.SUCCESS);
        }
        statuses.add(status);
        assertEquals(statuses, RequesterFixture.completions(qp));

        int i = 0;
        for (final RecordedRequester.Message message : recorded.messages.values())
        {
            final byte[] memory = new byte[message.data.length];
            node.region.getBytes(addrs.get(i++), memory, 0, memory.length);
            assertEquals(HexFormat.of().formatHex(message.data), HexFormat.of().formatHex(memory));
        }
    }

    private void open(final RecordedRequester recorded) throws Exception
    {
        node = new RequesterFixture();
        node.own = recorded.own;
        addrs.clear();
        posted.clear();
        memoryUsed = 0;
        qp = node.qpOf(recorded.type, recorded.ownQpn == 0 ? 0x1FF : recorded.ownQpn);
        qp.destQpn = recorded.peerQpn;
        qp.mtu = recorded.mtu;
        qp.timeout = 14;
        qp.retryCnt = Math.max(1, recorded.transmissionsOfTheLast() - 1);
        qp.rnrRetry = Math.min(7, qp.retryCnt);
        qp.maxRdAtomic = 16;
        qp.requester.start(recorded.firstPsn);
        if (recorded.type != QpType.UD)
        {
            qp.route = Route.open(node.wire, recorded.own, recorded.sourcePort, recorded.peer);
        }
    }

    /** Those that begin up to a PSN. */
    private void post(final RecordedRequester recorded, final int distance) throws Exception
    {
        for (final int start : recorded.messages.headMap(distance, true).keySet())
        {
            if (posted.add(start))
            {
                final RecordedRequester.Message message = recorded.messages.get(start);
                final long addr = node.region.addr() + memoryUsed;
                addrs.add(addr);
                if (!message.opcode.isFetch())
                {
                    node.region.putBytes(addr, message.data, 0, message.data.length);
                }
                final SendWr wr = message.wr(addr, node.region.lkey());
                node.post(qp, wr);
                memoryUsed += message.length();
            }
        }
    }

    /** Over IPv4 without the ICRC: the kernel's covers an identification that ours does not have. */
    private static String bytes(final RoceDatagram datagram)
    {
        final byte[] bytes = Packets.bytes(datagram);
        return HexFormat.of().formatHex(
            datagram.envelope().isIpv6() ? bytes : Arrays.copyOf(bytes, bytes.length - Icrc.LENGTH));
    }
}
