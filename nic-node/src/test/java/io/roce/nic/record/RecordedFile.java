package io.roce.nic.record;

import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDirection;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a recorded file holds, packet by packet. */
public final class RecordedFile
{
    private final List<Packet> packets = new ArrayList<>();

    /** One packet; {@code name} is its fate, or SENT. */
    public record Packet(
        String name, String comment, FrameDirection direction, IcrcStatus icrc, int destQp, int identification,
        long dropped, long timeNs)
    {
    }

    /** Reads files as one. */
    public RecordedFile(final Path... files) throws IOException
    {
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        for (final Path file : files)
        {
            try (CaptureReader reader = CaptureReader.open(file))
            {
                while (reader.next(frame))
                {
                    if (dissector.dissect(frame, roceFrame) != FrameKind.ROCE_V2)
                    {
                        throw new IOException(file + ": frame " + frame.number() + " is no RoCEv2 packet");
                    }
                    packets.add(packet(frame, roceFrame));
                }
            }
        }
    }

    public List<Packet> packets()
    {
        return packets;
    }

    /** How many there are of each name. */
    public Map<String, Long> counts()
    {
        final Map<String, Long> counts = new TreeMap<>();
        packets.forEach(packet -> counts.merge(packet.name(), 1L, Long::sum));
        return counts;
    }

    /** The name at the start of a comment, behind what it says of packets before this one. */
    public static String name(final String comment)
    {
        final String own = comment.replaceFirst("^\\d+ packets before this one are not recorded\\. ", "");
        return own.split("[: ]", 2)[0];
    }

    private static Packet packet(final Frame frame, final RoceFrame roceFrame)
    {
        return new Packet(
            name(frame.comment()),
            frame.comment(),
            frame.direction(),
            roceFrame.icrcStatus(),
            roceFrame.datagram().length() < 12 ? -1 : roceFrame.datagram().packet().bth().destQp(),
            roceFrame.datagram().envelope().identification(),
            frame.droppedCount(),
            frame.timestampNs());
    }
}
