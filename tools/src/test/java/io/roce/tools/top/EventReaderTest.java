package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EventReaderTest
{
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void shouldTakeEveryEndOfLine(final String end) throws IOException
    {
        final String stream = String.join(end, "id: 17", "event: snapshot", "data: {\"a\":1}", "", "data: x", "", "");
        assertEquals(List.of("snapshot={\"a\":1}", "message=x"), all(stream));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldNotMindHowBytesAreGrouped(final int length) throws IOException
    {
        final String stream = "event: snapshot\r\ndata: one\r\n\r\nevent: snapshot\r\ndata: two\r\n\r\n";
        assertEquals(List.of("snapshot=one", "snapshot=two"), all(inPieces(stream, length)));
    }

    @Test
    void shouldPassOverCommentsAndFieldsThatMeanNothingHere() throws IOException
    {
        assertEquals(
            List.of("snapshot=x"),
            all(": hello\nretry: 500\nid: 3\nevent: snapshot\n:\nnothing\nevents: other\ndata: x\n\n"));
    }

    @Test
    void shouldJoinLinesOfData() throws IOException
    {
        assertEquals(List.of("message=one\n\n two"), all("data: one\ndata\ndata:  two\n\n"));
    }

    @Test
    void shouldTakeOneBlankAwayAtMost() throws IOException
    {
        assertEquals(List.of("message=x", "message= x"), all("data:x\n\ndata:  x\n\n"));
    }

    @Test
    void shouldNotTakeAnEventWithoutDataForOne() throws IOException
    {
        assertEquals(List.of("message=x"), all("event: snapshot\n\n\n\ndata: x\n\n"));
    }

    @Test
    void shouldNotTakeWhatIsCutOffForAnEvent() throws IOException
    {
        assertEquals(List.of("message=x"), all("data: x\n\ndata: y\n"));
        assertEquals(List.of(), all("data: y"));
        assertEquals(List.of(), all(""));
    }

    @Test
    void shouldPassOverAByteOrderMarkAtTheStartAlone() throws IOException
    {
        assertEquals(List.of("message=x"), all("\uFEFFdata: x\n\n\uFEFFdata: y\n\n"));
    }

    @Test
    void shouldKeepWhatIsNoAscii() throws IOException
    {
        assertEquals(List.of("message=\u00e9\u4e16\0"), all("data: \u00e9\u4e16\0\n\n"));
    }

    @Test
    void shouldRefuseALineThatIsTooLong() throws IOException
    {
        // "data: " is 6 bytes.
        assertEquals("x".repeat(94), text(reader("data: " + "x".repeat(94) + "\n\n", 100).next()));
        final EventReader reader = reader("data: " + "x".repeat(95) + "\n\n", 100);
        assertEquals(
            "an event of more than 100 bytes", assertThrows(IOException.class, reader::next).getMessage());
    }

    @Test
    void shouldRefuseALineThatNeverEnds()
    {
        final InputStream endless = new InputStream()
        {
            @Override
            public int read()
            {
                return 'x';
            }
        };
        assertEquals(
            "an event of more than 4,194,304 bytes",
            assertThrows(IOException.class, () -> new EventReader(endless).next()).getMessage());
    }

    @Test
    void shouldRefuseLinesOfDataThatAreTooLongTogether()
    {
        // Eleven of ten bytes.
        final EventReader reader = reader("data: 123456789\n".repeat(11) + "\n", 100);
        assertThrows(IOException.class, reader::next);
    }

    private static List<String> all(final String stream) throws IOException
    {
        return all(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> all(final InputStream in) throws IOException
    {
        final EventReader reader = new EventReader(in);
        final List<String> events = new ArrayList<>();
        for (ServerEvent event = reader.next(); event != null; event = reader.next())
        {
            events.add(event.name() + '=' + text(event));
        }
        assertNull(reader.next());
        return events;
    }

    private static EventReader reader(final String stream, final int lengthMax)
    {
        return new EventReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), lengthMax);
    }

    private static String text(final ServerEvent event)
    {
        return new String(event.data(), StandardCharsets.UTF_8);
    }

    private static InputStream inPieces(final String stream, final int length)
    {
        return new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8))
        {
            @Override
            public synchronized int read(final byte[] into, final int offset, final int most)
            {
                return super.read(into, offset, Math.min(length, most));
            }
        };
    }
}
