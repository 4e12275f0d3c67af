package io.roce.tools.send;

import io.roce.tools.capture.RoceFrames;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Packets that there are already, BTH to ICRC: a frame of a capture, or hex. */
final class GivenPackets
{
    /** Lines of hex that are read; as many packets stay in memory. */
    static final int MAX_LINES = 100_000;

    /** Characters of a line, that of the longest packet and of blanks between its digits. */
    static final int MAX_LINE_LENGTH = 1 << 20;

    private static final char COMMENT = '#';

    private GivenPackets()
    {
    }

    /**
     * The packet of a frame.
     *
     * @throws TypeConversionException when the frame is not there or has no whole packet.
     * @throws IOException             when the file cannot be read.
     */
    static byte[] of(final Template template) throws IOException
    {
        try (RoceFrames frames = RoceFrames.open(template.file()))
        {
            long last = 0;
            while (frames.next() && last < template.frame())
            {
                last = frames.frame().number();
                if (last == template.frame())
                {
                    return packetOf(template, frames);
                }
            }
            throw new TypeConversionException(template + ": " +
                (last > template.frame() ? "the frame holds no RoCEv2 packet" :
                last == 0 ? "no frame holds a RoCEv2 packet" : "the last frame with a RoCEv2 packet is " + last));
        }
    }

    private static byte[] packetOf(final Template template, final RoceFrames frames)
    {
        if (!frames.roceFrame().isWhole())
        {
            throw new TypeConversionException(template + ": the frame does not hold the whole packet");
        }
        final RoceDatagram datagram = frames.roceFrame().datagram();
        return Arrays.copyOfRange(
            datagram.envelope().array(), Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + datagram.length());
    }

    /**
     * The packets of lines of hex; blank lines and what starts with {@code #} do not count.
     *
     * @throws TypeConversionException when a line is no hex, or there are none or too many.
     */
    static List<byte[]> lines(final InputStream in) throws IOException
    {
        final List<byte[]> packets = new ArrayList<>();
        final BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        long number = 1;
        for (String line = readLine(lines, number); line != null; line = readLine(lines, ++number))
        {
            if (line.isBlank() || line.strip().charAt(0) == COMMENT)
            {
                continue;
            }
            if (packets.size() == MAX_LINES)
            {
                throw new TypeConversionException("more than " + MAX_LINES + " lines of hex");
            }
            packets.add(line(line, number));
        }
        if (packets.isEmpty())
        {
            throw new TypeConversionException("no line of hex on standard input");
        }
        return packets;
    }

    /** One that never ends is refused before the memory is full of it. */
    private static String readLine(final BufferedReader in, final long number) throws IOException
    {
        final StringBuilder line = new StringBuilder();
        int next = in.read();
        if (next < 0)
        {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read())
        {
            if (line.length() == MAX_LINE_LENGTH)
            {
                throw new TypeConversionException(
                    "line " + number + ": longer than " + MAX_LINE_LENGTH + " characters, which no packet is");
            }
            line.append((char)next);
        }
        return line.toString();
    }

    private static byte[] line(final String line, final long number)
    {
        try
        {
            return new PacketArguments.Hex().convert(line).bytes();
        }
        catch (final TypeConversionException e)
        {
            throw new TypeConversionException("line " + number + ": " + e.getMessage());
        }
    }

    /** Packets with room for an ICRC behind what there is of them. */
    static List<byte[]> withRoomForIcrc(final List<byte[]> packets)
    {
        return packets.stream().map(packet -> Arrays.copyOf(packet, packet.length + Icrc.LENGTH)).toList();
    }

    /**
     * A frame of a file.
     *
     * @param frame its number, from 1 on, as {@code decode} prints it.
     */
    record Template(Path file, long frame)
    {
        private static final Pattern FORM = Pattern.compile("(.+):(\\d{1,18})");

        @Override
        public String toString()
        {
            return file + ":" + frame;
        }

        static final class Converter implements ITypeConverter<Template>
        {
            @Override
            public Template convert(final String text)
            {
                final Matcher matcher = FORM.matcher(text);
                if (!matcher.matches() || Long.parseLong(matcher.group(2)) == 0)
                {
                    throw new TypeConversionException("'" + text + "' is not FILE:FRAME, with frames counted from 1");
                }
                return new Template(Path.of(matcher.group(1)), Long.parseLong(matcher.group(2)));
            }
        }
    }
}
