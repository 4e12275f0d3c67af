package io.roce.tools.expect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.roce.nic.stats.Fate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationFileTest
{
    private static final long SEED = 20_261_130;

    @TempDir
    private Path folder;

    @Test
    void shouldReadRangesCommentsAndTheRest() throws IOException, BadExpectationException
    {
        final ExpectedFates fates = read(
            "# a capture\n\n5-9 QPN_MANAGEMENT # the connection manager\r\n\t3   ANY\n* DELIVERED_REQUEST\n" +
                "10 CNP_RECEIVED");

        assertEquals(new Expectation(5, 9, Fate.QPN_MANAGEMENT, 3), fates.of(5));
        assertEquals(new Expectation(5, 9, Fate.QPN_MANAGEMENT, 3), fates.of(9));
        assertEquals(new Expectation(10, 10, Fate.CNP_RECEIVED, 6), fates.of(10));
        assertEquals("ANY", fates.of(3).fateName());
        assertEquals("DELIVERED_REQUEST", fates.of(4).fateName());
        assertEquals("DELIVERED_REQUEST", fates.of(1_000_000_000_000L).fateName());
    }

    /** As some editors write it. */
    @Test
    void shouldReadAFileThatBeginsWithAByteOrderMark() throws IOException, BadExpectationException
    {
        assertEquals(new Expectation(1, 1, Fate.CNP_RECEIVED, 1), read("\uFEFF1 CNP_RECEIVED").of(1));
    }

    @Test
    void shouldExpectNothingOfWhatNoLineNames() throws IOException, BadExpectationException
    {
        assertNull(read("").of(1));
        assertNull(read("2-3 ANY").of(1));
        assertNull(read("2-3 ANY").of(4));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1 | '1' is not FRAMES FATE, such as 1-5 QPN_MANAGEMENT",
        "1 ANY ANY | '1 ANY ANY' is not FRAMES FATE, such as 1-5 QPN_MANAGEMENT",
        "0 ANY | '0' is neither a frame's number, counted from 1, nor a range such as 5-9, nor *",
        "-3 ANY | '-3' is neither a frame's number, counted from 1, nor a range such as 5-9, nor *",
        "1-2-3 ANY | '1-2-3' is neither a frame's number, counted from 1, nor a range such as 5-9, nor *",
        "99999999999999999999 ANY | " +
            "'99999999999999999999' is neither a frame's number, counted from 1, nor a range such as 5-9, nor *",
        "9-5 ANY | the range 9-5 ends before it starts",
        "1 LOST_IN_SPACE | 'LOST_IN_SPACE' is no fate",
        "1 ICRC_MISMATHC | 'ICRC_MISMATHC' is no fate; did you mean: ICRC_MISMATCH?",
        "7 ANY | line 1 has this frame already",
        "1-6 ANY | line 1 has frames of this range already",
        "8-9 ANY | line 1 has frames of this range already",
        "1-99 ANY | line 1 has frames of this range already",
    })
    void shouldNameTheLineThatMakesNoSense(final String line, final String why)
    {
        assertEquals(
            file() + ", line 3: " + why,
            assertThrows(BadExpectationException.class, () -> read("6-8 ANY\n\n" + line + "\n")).getMessage());
    }

    @Test
    void shouldTakeOneLineForTheRestAlone()
    {
        assertEquals(
            file() + ", line 2: line 1 is for all other frames already",
            assertThrows(BadExpectationException.class, () -> read("* ANY\n* ANY")).getMessage());
    }

    @Test
    void shouldEndInASentenceWhateverTheFileHolds() throws IOException
    {
        final Random random = new Random(SEED);
        for (int i = 0; i < 200; i++)
        {
            final byte[] bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            // What is behind a # at the start would be no line at all.
            bytes[0] = 'x';
            Files.write(file(), bytes);

            final String said =
                assertThrows(BadExpectationException.class, () -> ExpectationFile.read(file())).getMessage();

            assertEquals(file() + ", line 1: '", said.substring(0, (file() + ", line 1: '").length()), "seed " + SEED);
        }
    }

    @Test
    void shouldRefuseWhatIsTooLongToBeOne()
    {
        assertEquals(
            "/dev/zero is longer than 16 MiB: that is no expectation file",
            assertThrows(
                BadExpectationException.class, () -> ExpectationFile.read(Path.of("/dev/zero"))).getMessage());
    }

    @Test
    void shouldRefuseFramesThatAreNotSent() throws IOException, BadExpectationException
    {
        final ExpectedFates fates = read("5-9 ANY\n20 ANY\n* ANY\n");

        fates.requireUnnamed(1, 4, "why");
        fates.requireUnnamed(10, 19, "why");
        fates.requireUnnamed(21, Long.MAX_VALUE, "why");
        assertRefused(fates, 1, 5, ", line 1: frame 5 is not sent: why");
        assertRefused(fates, 7, 8, ", line 1: frame 7 is not sent: why");
        assertRefused(fates, 9, Long.MAX_VALUE, ", line 1: frame 9 is not sent: why");
        assertRefused(fates, 10, Long.MAX_VALUE, ", line 2: frame 20 is not sent: why");
    }

    @Test
    void shouldReadWhatWasTakenDown() throws IOException, BadExpectationException
    {
        final FateRecorder recorder = new FateRecorder();
        recorder.onFate(1, "QPN_MANAGEMENT");
        recorder.onFate(2, "QPN_MANAGEMENT");
        recorder.onFate(4, "QPN_MANAGEMENT");
        recorder.onFate(5, "ICRC_MISMATCH");
        assertEquals(List.of(), recorder.unknown());

        recorder.write(file(), "made");

        assertEquals(
            "# made\n1-2          QPN_MANAGEMENT\n4            QPN_MANAGEMENT\n5            ICRC_MISMATCH\n",
            Files.readString(file()));
        final ExpectedFates fates = ExpectationFile.read(file());
        assertEquals(Fate.QPN_MANAGEMENT, fates.of(4).fate());
        assertNull(fates.of(3));
    }

    @Test
    void shouldJoinDifferencesThatAreAlike() throws IOException, BadExpectationException
    {
        final FateComparison comparison = new FateComparison(read("1-4 ICRC_MISMATCH\n5 ANY\n"));
        comparison.onFate(1, 1, "ICRC_MISMATCH");
        comparison.onFate(1, 2, "QPN_UNALLOCATED");
        comparison.onFate(1, 3, "QPN_UNALLOCATED");
        comparison.onFate(1, 4, "not received");
        comparison.onFate(1, 5, "not received");
        comparison.onFate(1, 6, "QPN_UNALLOCATED");
        comparison.onFate(2, 1, "ICRC_MISMATCH");

        assertEquals(7, comparison.compared());
        assertEquals(
            List.of(
                new FateRun(1, 2, 3, "ICRC_MISMATCH", "QPN_UNALLOCATED"),
                new FateRun(1, 4, 4, "ICRC_MISMATCH", "not received"),
                new FateRun(1, 6, 6, null, "QPN_UNALLOCATED")),
            comparison.differences());
    }

    private static void assertRefused(
        final ExpectedFates fates, final long first, final long last, final String ending)
    {
        assertEquals(
            fates.file() + ending,
            assertThrows(
                BadExpectationException.class, () -> fates.requireUnnamed(first, last, "why")).getMessage());
    }

    private ExpectedFates read(final String text) throws IOException, BadExpectationException
    {
        return ExpectationFile.read(Files.writeString(file(), text));
    }

    private Path file()
    {
        return folder.resolve("fates.txt");
    }
}
