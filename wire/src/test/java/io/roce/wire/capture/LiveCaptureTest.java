package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pcap4j.core.NotOpenException;

class LiveCaptureTest
{
    private static final String SOURCE = "127.0.9.31";
    private static final String DESTINATION = "127.0.9.32";
    private static final byte[] PAYLOAD = FrameBytes.hex("0400ffff00000011000000010102030400000000");

    private static final int FRAMES = 10_000;
    private static final long BREAK_INTERVAL_NS = 200_000;

    private final Frame frame = new Frame();

    @BeforeEach
    void requireLivePackets()
    {
        RawFrames.require();
    }

    @Test
    void shouldShowAFrameOnceAndWhole() throws Exception
    {
        final byte[] packet =
            RawFrames.between(SOURCE, DESTINATION, FrameBytes.ipv4().identification(0x1234).ipPacket(PAYLOAD));
        try (LiveCapture capture = open("lo", "dst host " + DESTINATION); RawFrames raw = RawFrames.open())
        {
            final long beforeNs = System.currentTimeMillis() * 1_000_000L;
            raw.send(packet);
            raw.send(packet);
            await(capture);

            final RoceFrame roceFrame = new RoceFrame();
            assertEquals(LinkType.ETHERNET, capture.linkType());
            assertEquals(1, frame.number());
            assertEquals(14 + packet.length, frame.capturedLength());
            assertEquals(14 + packet.length, frame.originalLength());
            assertTrue(Math.abs(frame.timestampNs() - beforeNs) < Duration.ofMinutes(1).toNanos());
            assertEquals(FrameKind.ROCE_V2, new FrameDissector().dissect(frame, roceFrame));
            assertEquals(0x1234, roceFrame.datagram().envelope().identification());
            assertEquals(IcrcStatus.GOOD, roceFrame.icrcStatus());

            await(capture);
            assertEquals(2, frame.number());
            assertEquals(0, capture.dropped());
        }
    }

    /** A frame that comes in the moment in which a wait is broken off is not lost: of thousands of both some meet. */
    @Test
    void shouldLoseNothingWhileWaitsAreBrokenOff() throws Exception
    {
        final byte[] packet = RawFrames.between(SOURCE, "127.0.9.34", FrameBytes.ipv4().ipPacket(PAYLOAD));
        try (LiveCapture capture = open("lo", "dst host 127.0.9.34"); RawFrames raw = RawFrames.open())
        {
            final Thread breaker = new Thread(() -> breakOff(capture));
            breaker.start();
            try
            {
                for (int i = 1; i <= FRAMES; i++)
                {
                    raw.send(packet);
                    await(capture);
                    assertEquals(i, frame.number());
                }
            }
            finally
            {
                breaker.interrupt();
                breaker.join();
            }
        }
    }

    @Test
    void shouldReturnWhenNothingComes() throws Exception
    {
        try (LiveCapture capture = open("lo", "dst host 127.0.9.39"))
        {
            assertFalse(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> capture.next(frame)));
        }
    }

    @Test
    void shouldNameTheInterfacesThatThereAre()
    {
        final String message = assertThrows(IOException.class, () -> open("nowhere0", null)).getMessage();

        assertTrue(message.startsWith("there is no interface nowhere0; there are "), message);
        assertTrue(message.matches(".*[ ,]lo(,.*)?"), message);
    }

    @Test
    void shouldRefuseWhatIsNoFilter()
    {
        assertEquals(
            "'udp prt 1' is no filter for lo: can't parse filter expression: syntax error",
            assertThrows(IllegalArgumentException.class, () -> open("lo", "udp prt 1")).getMessage());
    }

    @Test
    void shouldHaveAFilterOfItsOwn() throws Exception
    {
        final byte[] packet =
            RawFrames.between(SOURCE, "127.0.9.33", FrameBytes.ipv4().fragmentField(0x2001).ipPacket(PAYLOAD));
        try (LiveCapture capture = open("lo", null); RawFrames raw = RawFrames.open())
        {
            // Others use this interface too, and may have filled the buffer.
            do
            {
                raw.send(packet);
                await(capture);
            }
            while (frame.capturedLength() != 14 + packet.length || frame.data()[14 + 19] != 33);
        }
    }

    /** A loopback interface shows each frame twice; what leaves takes no room, and is not counted. */
    @Test
    void shouldCountWhatFindsNoRoomOnce() throws Exception
    {
        final byte[] packet = RawFrames.between(SOURCE, "127.0.9.35", FrameBytes.ipv4().ipPacket(PAYLOAD));
        final LiveCaptureConfig config =
            new LiveCaptureConfig("lo", "dst host 127.0.9.35", false, true, 32 * LiveCapture.SNAP_LENGTH);
        try (LiveCapture capture = LiveCapture.open(config); RawFrames raw = RawFrames.open())
        {
            for (int i = 0; i < 1_000; i++)
            {
                raw.send(packet);
            }
            long captured = 0;
            while (captured + capture.dropped() < 1_000)
            {
                await(capture);
                captured++;
            }

            assertFalse(capture.next(frame));
            assertEquals(1_000, captured + capture.dropped());
            assertTrue(capture.dropped() > 0, "all found room");
        }
    }

    /** Such a filter is libpcap's own work, which knows nothing of directions. */
    @Test
    void shouldTakeAFilterThatTheKernelCannotHave() throws Exception
    {
        final byte[] packet = RawFrames.between(SOURCE, "127.0.9.36", FrameBytes.ipv4().ipPacket(PAYLOAD));
        try (
            LiveCapture capture = open("lo", "dst host 127.0.9.36 and ip protochain 17");
            RawFrames raw = RawFrames.open())
        {
            raw.send(packet);
            await(capture);
            assertEquals(1, frame.number());
            assertFalse(capture.next(frame));
        }
    }

    /** Not even what another capture sends itself when it is opened. */
    @Test
    void shouldShowNothingOfItsOwn() throws Exception
    {
        final byte[] packet = RawFrames.between(SOURCE, "127.0.9.37", FrameBytes.ipv4().ipPacket(PAYLOAD));
        try (
            LiveCapture all = open("lo", "");
            LiveCapture another = open("lo", "not ip and not ip6 and not arp");
            RawFrames raw = RawFrames.open())
        {
            do
            {
                raw.send(packet);
                await(all);
                assertEquals(0x08, frame.data()[12] & 0x0D, "Ethernet's type of IPv4, ARP or IPv6");
            }
            while (frame.data()[14 + 19] != 37);
            assertFalse(another.next(frame));
        }
    }

    /** What a filter for a UDP port alone does not look behind; the next header of the last one is UDP. */
    @Test
    void shouldLookBehindExtensionHeaders() throws Exception
    {
        final String destination = "fd91::3";
        final String own = RoceFilter.to(List.of(InetAddress.getByName(destination)));
        for (final String filter : new String[]{null, own})
        {
            try (LiveCapture capture = open("lo", filter); RawFrames raw = RawFrames.open())
            {
                int sent = 0;
                for (final String chain : List.of("00", "2b", "3c", "2c"))
                {
                    final byte[] packet = extended(Integer.parseInt(chain, 16), ++sent);
                    do
                    {
                        raw.send(packet);
                        await(capture);
                    }
                    while (frame.data()[14 + 6] != Integer.parseInt(chain, 16) || frame.data()[14 + 7] != sent);
                    assertEquals(
                        FrameKind.ROCE_V2, new FrameDissector().dissect(frame, new RoceFrame()), chain);
                }
            }
        }
    }

    /** With one extension header of 8 bytes: options of padding, no segments left, or an atomic fragment. */
    private static byte[] extended(final int nextHeader, final int hopLimit)
    {
        final byte[] plain = FrameBytes.ipv6().ipPacket(PAYLOAD);
        final byte[] header = FrameBytes.hex(nextHeader == 0x2B || nextHeader == 0x2C ?
            "1100000000000000" : "1100010400000000");
        return ByteBuffer.allocate(plain.length + 8)
            .put(plain, 0, 40).put(header).put(plain, 40, plain.length - 40)
            .putShort(4, (short)(plain.length - 40 + 8)).put(6, (byte)nextHeader).put(7, (byte)hopLimit).array();
    }

    private void await(final LiveCapture capture) throws IOException
    {
        final long startNs = System.nanoTime();
        while (!capture.next(frame))
        {
            assertTrue(System.nanoTime() - startNs < Duration.ofSeconds(10).toNanos(), "nothing comes");
        }
    }

    private static void breakOff(final LiveCapture capture)
    {
        try
        {
            while (!Thread.currentThread().isInterrupted())
            {
                capture.breakOff();
                LockSupport.parkNanos(BREAK_INTERVAL_NS);
            }
        }
        catch (final NotOpenException ex)
        {
            throw new IllegalStateException("it is open until this has ended", ex);
        }
    }

    private static LiveCapture open(final String networkInterface, final String filter) throws IOException
    {
        return LiveCapture.open(new LiveCaptureConfig(
            networkInterface, filter, false, true, LiveCaptureConfig.BUFFER_BYTES_DEFAULT));
    }
}
