package io.roce.nic.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.nic.Await;
import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateReason;
import io.roce.wire.Skip;
import io.roce.wire.Tshark;
import io.roce.wire.capture.FrameDirection;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RecorderTest
{
    private static final GidEntry GID = new GidEntry(1, 0, new InetSocketAddress("192.0.2.2", 4791));
    private static final GidEntry OTHER_GID = new GidEntry(1, 1, new InetSocketAddress("192.0.2.3", 4791));
    private static final long TIME_NS = 1_700_000_000_123_456_789L;
    private static final int LONG_PAYLOAD = 4_096;

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final FateReason reason = new FateReason();
    private final Arrival arrival = new Arrival(reason);
    private volatile long timeNs = TIME_NS;

    @Test
    void shouldWriteOfEachPacketHowItEndedAndWhy() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        try (Recorder recorder = recorder(RecordConfig.to(file), IcrcMode.INFER))
        {
            recorder.on(RecordMode.ALL).join();
            reason.set(Expectation.P_KEY, 0xFFFF, 0x1234);
            receive(recorder, Fate.P_KEY_MISMATCH, packet(0x12), OTHER_GID);
            // Of what is no drop the reason is an old one.
            receive(recorder, Fate.DELIVERED_REQUEST, packet(0x13), GID);
            final RoceDatagram sent = packet(0x14);
            sent.sourceQpn(0x77);
            recorder.onSent(0, sent);
            recorder.onSent(0, packet(0x15));
            recorder.onSent(0, Packets.build(Packets.builder(Opcode.UD_SEND_ONLY, 0x16)
                .set(PacketField.SRC_QP, 0x99)));
        }

        final List<String> comments =
            new RecordedFile(file).packets().stream().map(RecordedFile.Packet::comment).toList();
        assertEquals(
            List.of(
                "P_KEY_MISMATCH: The P_Key does not match the queue pair's. p_key: expected 0xffff, came 0x1234",
                "DELIVERED_REQUEST: " + Fate.DELIVERED_REQUEST.description(),
                "SENT by queue pair 0x000077",
                "SENT",
                "SENT by queue pair 0x000099"),
            comments);

        Tshark.require();
        final List<String[]> rows = Tshark.fields(file, "frame.comment", "frame.packet_flags_direction",
            "frame.interface_name", "frame.time_epoch", "infiniband.bth.destqp", "ip.checksum.status");
        assertEquals(comments, rows.stream().map(row -> row[0]).toList());
        assertEquals(
            "0x00000001 192.0.2.3 (port 1, GID index 1) 1700000000.123456789 0x000012 1",
            String.join(" ", rows.get(0)).replace(comments.get(0) + " ", ""));
        assertEquals("0x00000002", rows.get(2)[1]);
    }

    @Test
    void shouldRecordDropsAlone() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        final Recorder recorder = recorder(RecordConfig.to(file), IcrcMode.INFER);
        recorder.on(RecordMode.DROPS).join();
        for (final Fate fate : Fate.values())
        {
            receive(recorder, fate, packet(0x12), GID);
        }
        recorder.onSent(0, packet(0x13));
        recorder.off().join();

        for (final Fate fate : Fate.values())
        {
            assertEquals(fate.isDrop() ? 1L : null, new RecordedFile(file).counts().get(fate.name()), fate.name());
        }
        assertFalse(new RecordedFile(file).counts().containsKey("SENT"));
    }

    @Test
    void shouldWriteTheIdentificationThatTheNodeHasInferred() throws Exception
    {
        assertEquals(0x1234, recordedIdentification(IcrcMode.INFER, IcrcStatus.GOOD));
        assertEquals(0x1234, recordedIdentification(IcrcMode.OFF, IcrcStatus.GOOD));
        assertEquals(0, recordedIdentification(IcrcMode.STRICT, IcrcStatus.BAD));
    }

    @Test
    void shouldSayInTheFileWhatItMissed() throws Exception
    {
        final Path pipe = pipe();
        final Recorder recorder = recorder(RecordConfig.to(pipe), IcrcMode.INFER);
        // Nobody reads the pipe yet, so the ring fills up.
        recorder.on(RecordMode.ALL);
        final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, new byte[LONG_PAYLOAD]);
        final int first = 5_000;
        for (int i = 0; i < first; i++)
        {
            receive(recorder, i % 2 == 0 ? Fate.QPN_UNALLOCATED : Fate.DELIVERED_REQUEST, datagram, GID);
        }
        final long missedFirst = recorder.figures().missed();
        assertTrue(missedFirst > 0 && missedFirst < first, "missed " + missedFirst);
        assertEquals(first, recorder.figures().packets());

        final Path copy = folder.resolve("copy.pcapng");
        final Process reader = new ProcessBuilder("cat", pipe.toString()).redirectOutput(copy.toFile()).start();
        Await.until(recorder::figures, figures -> figures.recorded() == first - missedFirst);
        receive(recorder, Fate.ICRC_MISMATCH, datagram, GID);
        recorder.off().join();
        assertTrue(reader.waitFor(30, TimeUnit.SECONDS));

        final RecordFigures figures = recorder.figures();
        assertEquals(RecordState.OFF, figures.state());
        assertEquals(first + 1, figures.packets());
        assertEquals(missedFirst, figures.missed());
        assertEquals(first + 1 - missedFirst, figures.recorded());
        final List<RecordedFile.Packet> packets = new RecordedFile(copy).packets();
        assertEquals(figures.recorded(), packets.size());
        final RecordedFile.Packet last = packets.get(packets.size() - 1);
        assertEquals("ICRC_MISMATCH", last.name());
        assertTrue(
            last.comment().startsWith(missedFirst + " packets before this one are not recorded. ICRC_MISMATCH: "),
            last.comment());
        assertEquals(missedFirst, packets.stream().mapToLong(RecordedFile.Packet::dropped).sum());
        assertEquals(missedFirst, last.dropped());
    }

    @Test
    void shouldStopWhenWritingFailsAndSaySoOnce() throws Exception
    {
        final Path pipe = pipe();
        final Recorder recorder = recorder(RecordConfig.to(pipe), IcrcMode.INFER);
        final Process reader = new ProcessBuilder("head", "-c", "100000", pipe.toString())
            .redirectOutput(folder.resolve("head").toFile()).start();
        recorder.on(RecordMode.ALL).join();
        final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, new byte[LONG_PAYLOAD]);
        while (recorder.figures().state() == RecordState.ON)
        {
            receive(recorder, Fate.DELIVERED_REQUEST, datagram, GID);
        }
        assertTrue(reader.waitFor(30, TimeUnit.SECONDS));
        recorder.off().join();

        final RecordFigures figures = recorder.figures();
        assertEquals(RecordState.FAILED, figures.state());
        assertEquals(pipe + " cannot be written: Broken pipe", figures.failure());
        assertEquals(figures.packets(), figures.recorded() + figures.missed());
        assertTrue(figures.missed() > 0);
        assertEquals(List.of("recording has stopped, and the node goes on: " + figures.failure()), List.copyOf(log));

        // What comes now is nothing to it.
        receive(recorder, Fate.DELIVERED_REQUEST, datagram, GID);
        assertEquals(figures.packets(), recorder.figures().packets());
        recorder.close();
    }

    @Test
    void shouldKeepWhatIsWholeOnAFullDisk() throws Exception
    {
        final Path disk = Files.createDirectory(folder.resolve("disk"));
        Skip.unless(run("mount", "-t", "tmpfs", "-o", "size=256k", "none", disk.toString()) == 0,
            "no file system can be mounted here");
        try
        {
            final Path file = disk.resolve("x.pcapng");
            final Recorder recorder = recorder(RecordConfig.to(file), IcrcMode.INFER);
            recorder.on(RecordMode.ALL).join();
            final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, new byte[LONG_PAYLOAD]);
            while (recorder.figures().state() == RecordState.ON)
            {
                receive(recorder, Fate.DELIVERED_REQUEST, datagram, GID);
            }
            recorder.close();

            assertEquals(file + " cannot be written: No space left on device", recorder.figures().failure());
            assertEquals(1, log.size());
            assertTrue(recorder.figures().recorded() > 50, "recorded " + recorder.figures().recorded());
            assertEquals(recorder.figures().recorded(), new RecordedFile(file).packets().size());
            assertEquals(recorder.figures().fileBytes(), Files.size(file));
            Tshark.require();
            assertEquals(recorder.figures().recorded(), Tshark.fields(file, "frame.number").size());
        }
        finally
        {
            assertEquals(0, run("umount", disk.toString()));
        }
    }

    @Test
    void shouldMoveFilesOnAndLetTheOldestGo() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        final RecordConfig config = new RecordConfig(file, RecordMode.ALL, true, RecordConfig.MIN_FILE_BYTES, 3);
        final Recorder recorder = recorder(config, IcrcMode.INFER);
        recorder.on(RecordMode.ALL).join();
        final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, new byte[LONG_PAYLOAD]);
        final int count = 100;
        for (int i = 0; i < count; i++)
        {
            receive(recorder, Fate.DELIVERED_REQUEST, datagram, GID);
        }
        recorder.off().join();

        // A block has 4,140 bytes of frame and some 150 more, so that 15 fit in 65,536.
        final int perFile = 15;
        final RecordFigures figures = recorder.figures();
        assertEquals(count, figures.recorded());
        assertEquals(count / perFile + 1, figures.files());
        try (var files = Files.list(folder))
        {
            assertEquals(
                List.of("x.pcapng", "x.pcapng.1", "x.pcapng.2"),
                files.map(path -> path.getFileName().toString()).sorted().toList());
        }
        final RecordedFile all =
            new RecordedFile(folder.resolve("x.pcapng.2"), folder.resolve("x.pcapng.1"), file);
        assertEquals(2 * perFile + count % perFile, all.packets().size());
        for (int i = 0; i < all.packets().size(); i++)
        {
            assertEquals(TIME_NS + count - all.packets().size() + i, all.packets().get(i).timeNs());
        }
    }

    @Test
    void shouldBeginAnotherFileEachTimeItIsSwitchedOn() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        Files.writeString(file, "of a run before");
        final Recorder recorder = recorder(RecordConfig.to(file), IcrcMode.INFER);
        for (int i = 0; i < 2; i++)
        {
            recorder.on(RecordMode.ALL).join();
            // On again goes on.
            recorder.on(RecordMode.ALL).join();
            receive(recorder, Fate.DELIVERED_REQUEST, packet(i), GID);
            // Not waited for: the next begins when this one has ended.
            recorder.off();
            receive(recorder, Fate.DELIVERED_REQUEST, packet(9), GID);
        }
        recorder.close();
        recorder.close();

        assertEquals("of a run before", Files.readString(folder.resolve("x.pcapng.2")));
        assertEquals(0, new RecordedFile(folder.resolve("x.pcapng.1")).packets().get(0).destQp());
        assertEquals(1, new RecordedFile(file).packets().get(0).destQp());
        assertEquals(Map.of("DELIVERED_REQUEST", 1L), new RecordedFile(file).counts());
        assertEquals(1, recorder.figures().recorded());
    }

    /** In one program too, and also when the files have moved on; whoever ends leaves the file to others. */
    @Test
    void shouldNotShareAFile() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        final RecordConfig config = new RecordConfig(file, RecordMode.ALL, true, RecordConfig.MIN_FILE_BYTES, 3);
        final Recorder first = recorder(config, IcrcMode.INFER);
        final Recorder second = recorder(config, IcrcMode.INFER);
        first.on(RecordMode.ALL).join();
        for (int i = 0; i < 20; i++)
        {
            receive(first, Fate.DELIVERED_REQUEST, Packets.rcSendOnly(0x12, 1, new byte[LONG_PAYLOAD]), GID);
        }
        Await.until(() -> first.figures().recorded(), recorded -> recorded == 20);
        assertEquals(2, first.figures().files());

        assertEquals(file + " cannot be written: another node records to it",
            assertThrows(CompletionException.class, () -> second.on(RecordMode.ALL).join()).getCause().getMessage());
        assertEquals(List.of(RecordState.ON, RecordState.FAILED),
            List.of(first.figures().state(), second.figures().state()));

        first.off().join();
        second.on(RecordMode.ALL).join();
        assertEquals(RecordState.ON, second.figures().state());
        second.close();
        assertEquals(Map.of(), new RecordedFile(file).counts());
    }

    @Test
    void shouldSayWhyAFileCannotBeBegun() throws Exception
    {
        final Recorder none = recorder(RecordConfig.to(folder.resolve("absent/x.pcapng")), IcrcMode.INFER);
        final CompletionException absent =
            assertThrows(CompletionException.class, () -> none.on(RecordMode.ALL).join());
        assertEquals(
            folder.resolve("absent/x.pcapng") + " cannot be written: there is no such folder",
            absent.getCause().getMessage());
        assertTrue(absent.getCause() instanceof IOException);
        assertEquals(RecordState.FAILED, none.figures().state());
        assertTrue(log.isEmpty(), "whoever asked was told");

        Skip.unless(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
        final Recorder full = recorder(RecordConfig.to(Path.of("/dev/full")), IcrcMode.INFER);
        assertEquals("/dev/full cannot be written: No space left on device",
            assertThrows(CompletionException.class, () -> full.on(RecordMode.ALL).join()).getCause().getMessage());

        // It may be tried again.
        Files.createDirectory(folder.resolve("absent"));
        none.on(RecordMode.ALL).join();
        assertEquals(RecordState.ON, none.figures().state());
        assertNull(none.figures().failure());
        none.close();
    }

    @Test
    void shouldAllocateNothingForAPacket() throws Exception
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final Recorder recorder = recorder(RecordConfig.to(folder.resolve("x.pcapng")), IcrcMode.INFER);
        recorder.on(RecordMode.ALL).join();
        reason.set(Expectation.P_KEY, 0xFFFF, 0x1234);
        final RoceDatagram datagram = packet(0x12);
        long bytes = Long.MAX_VALUE;
        // The best of them: compiled code that is given up on the way allocates once.
        for (int round = 0; round < 8; round++)
        {
            final long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < 20_000; i++)
            {
                receive(recorder, Fate.P_KEY_MISMATCH, datagram, OTHER_GID);
                recorder.onSent(0, datagram);
            }
            bytes = Math.min(bytes, threads.getThreadAllocatedBytes(thread) - before);
        }
        recorder.off().join();

        assertTrue(bytes < 1_000, "allocated " + bytes + " bytes");
        final RecordFigures figures = recorder.figures();
        assertEquals(figures.packets(), figures.recorded() + figures.missed());
        assertEquals(figures.recorded(), new RecordedFile(folder.resolve("x.pcapng")).packets().size());
    }

    @Test
    void shouldDoNothingWithoutAFile()
    {
        final Recorder recorder = Recorder.none();
        receive(recorder, Fate.DELIVERED_REQUEST, packet(1), GID);
        assertEquals(RecordState.NO_FILE, recorder.figures().state());
        assertThrows(IllegalStateException.class, () -> recorder.on(RecordMode.ALL));
        assertThrows(IllegalStateException.class, recorder::off);
        assertNull(recorder.inFrontOf(GID, null));
        recorder.close();
    }

    @Test
    void shouldCheckItsConfiguration()
    {
        final Path file = folder.resolve("x");
        assertEquals("record maxFileBytes must be 65536 or more: 65535", assertThrows(IllegalArgumentException.class,
            () -> new RecordConfig(file, RecordMode.ALL, true, 65_535, 1)).getMessage());
        assertEquals("record maxFiles must be 1 to 1000: 1001", assertThrows(IllegalArgumentException.class,
            () -> new RecordConfig(file, RecordMode.ALL, true, 65_536, 1_001)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> new RecordConfig(file, null, true, 65_536, 1));
    }

    private int recordedIdentification(final IcrcMode mode, final IcrcStatus expected) throws Exception
    {
        final Path file = folder.resolve(mode + ".pcapng");
        final RoceDatagram datagram = packet(0x12);
        final Envelope envelope = datagram.envelope();
        envelope.identification(0x1234, 0x4000);
        new Icrc().repair(envelope, datagram.length());
        // As a socket shows it.
        envelope.identification(0, 0x4000);
        try (Recorder recorder = recorder(RecordConfig.to(file), mode))
        {
            recorder.on(RecordMode.ALL).join();
            receive(recorder, Fate.DELIVERED_REQUEST, datagram, GID);
        }

        assertEquals(0, envelope.identification());
        final RecordedFile.Packet packet = new RecordedFile(file).packets().get(0);
        assertEquals(expected, packet.icrc());
        assertEquals(FrameDirection.INBOUND, packet.direction());
        return packet.identification();
    }

    private Recorder recorder(final RecordConfig config, final IcrcMode icrcMode)
    {
        return new Recorder(config, List.of(GID, OTHER_GID), icrcMode, () -> timeNs, "roce test", log::add);
    }

    private void receive(final Recorder recorder, final Fate fate, final RoceDatagram datagram, final GidEntry at)
    {
        arrival.begin(at);
        recorder.onFate(fate, datagram, arrival);
        timeNs = timeNs + 1;
    }

    private static RoceDatagram packet(final int destQp)
    {
        return Packets.rcSendOnly(destQp, 1, new byte[256]);
    }

    private Path pipe() throws IOException, InterruptedException
    {
        final Path pipe = folder.resolve("pipe");
        Skip.unless(run("mkfifo", pipe.toString()) == 0, "mkfifo makes no pipe here");
        return pipe;
    }

    private static int run(final String... command) throws InterruptedException
    {
        try
        {
            return new ProcessBuilder(command).start().waitFor();
        }
        catch (final IOException ex)
        {
            return -1;
        }
    }
}
