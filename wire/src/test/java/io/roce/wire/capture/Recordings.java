package io.roce.wire.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Where recordings of real traffic are: in the project, and, on some machines, beside it. */
public final class Recordings
{
    /** The project's own. */
    public static final Path OWN = Path.of(System.getProperty("roce.root")).resolve("captures");

    /** More of the same, and ones by others, beside the project's root; either may be absent. */
    public static final Path MORE = OWN.resolve("../../shared/captures-rxe").normalize();
    public static final Path OTHERS = OWN.resolve("../../shared/captures-public").normalize();

    private Recordings()
    {
    }

    public static Path own(final String name)
    {
        return OWN.resolve(name);
    }

    /** Every recording there is, those in folders below too. */
    public static List<Path> all() throws IOException
    {
        try (Stream<Path> files = Stream.of(OWN, MORE, OTHERS).filter(Files::isDirectory).flatMap(Recordings::below))
        {
            return files.filter(file -> file.toString().endsWith(".pcap")).sorted().toList();
        }
    }

    /** The IP packet in an Ethernet frame of a recording, without what follows it. */
    public static byte[] ipPacket(final String name, final int frameNumber) throws IOException
    {
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(own(name)))
        {
            do
            {
                if (!reader.next(frame))
                {
                    throw new IllegalArgumentException(name + " has no frame " + frameNumber);
                }
            }
            while (frame.number() < frameNumber);
        }

        final byte[] data = frame.data();
        final boolean isIpv6 = data[14] >> 4 == 6;
        final int lengthOffset = 14 + (isIpv6 ? 4 : 2);
        final int length = (data[lengthOffset] & 0xFF) << 8 | data[lengthOffset + 1] & 0xFF;
        return Arrays.copyOfRange(data, 14, 14 + length + (isIpv6 ? 40 : 0));
    }

    private static Stream<Path> below(final Path folder)
    {
        try (Stream<Path> files = Files.walk(folder))
        {
            return files.toList().stream();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
