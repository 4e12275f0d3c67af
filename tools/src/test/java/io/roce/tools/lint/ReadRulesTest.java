package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is said around READs. One of 9,001 bytes takes 36, 18, 9, 5 or 3 PSNs with a path MTU of 256, 512, 1024, 2048 or
 * 4096 bytes: 9,001 divided by each, rounded up.
 */
class ReadRulesTest extends MadeTraffic
{
    private static final int LENGTH = 9_001;

    @ParameterizedTest
    @ValueSource(ints = {36, 18, 9, 5, 3})
    void shouldFindNothingMissingWhereAnyPathMtuExplainsIt(final int count) throws IOException
    {
        read(PSN, LENGTH);
        read(PSN + count, 4);
        answer(PSN + count, Opcode.RC_RDMA_READ_RESPONSE_ONLY, 4);

        assertEquals(List.of("RESPONSE_GAP 3"), found());
    }

    /** So many PSNs are missing whatever the path MTU is: those behind the largest count that fits. */
    @ParameterizedTest
    @CsvSource({
        "4, '1 packet, PSN 0x000503'", "7, '2 packets, PSN 0x000505 to 0x000506'",
        "40, '4 packets, PSN 0x000524 to 0x000527'"
    })
    void shouldFindMissingWhatNoPathMtuExplains(final int count, final String missing) throws IOException
    {
        read(PSN, LENGTH);
        write(PSN + count, Opcode.RC_SEND_ONLY, 4);

        assertEquals(missing, recorded.lint(folder.resolve("made.pcap"), WHOLE).stream()
            .filter(finding -> finding.code() == FindingCode.PSN_GAP).findFirst().orElseThrow().detail());
    }

    /** With 1024 the READ takes all nine up to the SEND; with 2048, as its answer tells, four of them are missing. */
    @Test
    void shouldFindMissingWhatThePathMtuTellsLater() throws IOException
    {
        read(PSN, LENGTH);
        write(PSN + 9, Opcode.RC_SEND_ONLY, 4);
        answer(PSN, 5, 2048);

        assertEquals(List.of("PSN_GAP 3"), found());
    }

    @Test
    void shouldKnowThePathMtuOfReadsThatWereSentBeforeItWasTold() throws IOException
    {
        read(PSN, LENGTH);
        read(PSN + 36, LENGTH);
        answer(PSN, Opcode.RC_RDMA_READ_RESPONSE_FIRST, 256);
        read(PSN + 72, 4);
        for (int i = 1; i < 35; i++)
        {
            answer(PSN + i, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 256);
        }
        answer(PSN + 35, Opcode.RC_RDMA_READ_RESPONSE_LAST, 41);
        answer(PSN + 36, 36, 256);
        answer(PSN + 72, Opcode.RC_RDMA_READ_RESPONSE_ONLY, 4);

        assertEquals(List.of(), found());
    }

    /** Answers to the first READ overtake the second, and the third overtakes the end of the answer to the second. */
    @Test
    void shouldFindAReadBehindItsAnswerAndNothingElse() throws IOException
    {
        read(PSN, LENGTH);
        answer(PSN, 5, 2048);
        answer(PSN + 5, Opcode.RC_RDMA_READ_RESPONSE_FIRST, 2048);
        read(PSN + 5, LENGTH);
        answer(PSN + 6, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        read(PSN + 10, LENGTH);
        answer(PSN + 7, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 8, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 9, Opcode.RC_RDMA_READ_RESPONSE_LAST, 809);
        answer(PSN + 10, 5, 2048);

        assertEquals(List.of("REORDERED 8"), found());
    }

    /** Cut before the RETH ends, a READ does not say how long it is. */
    @Test
    void shouldFindNothingMissingAroundReadsOfAnyLength() throws IOException
    {
        snapLength = 60;
        read(PSN, LENGTH);
        answer(PSN, Opcode.RC_RDMA_READ_RESPONSE_FIRST, 2048);
        read(PSN + 5, LENGTH);
        answer(PSN + 1, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 2, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 3, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 4, Opcode.RC_RDMA_READ_RESPONSE_LAST, 809);
        answer(PSN + 5, 5, 2048);

        assertEquals(List.of(), found().stream().filter(finding -> !finding.startsWith("FRAME_CUT")).toList());
    }

    @Test
    void shouldFindWhatIsMissingOfAnAnswerWhoseLengthIsNotKnown() throws IOException
    {
        snapLength = 60;
        read(PSN, LENGTH);
        answer(PSN, Opcode.RC_RDMA_READ_RESPONSE_FIRST, 2048);
        answer(PSN + 1, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 3, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 2048);
        answer(PSN + 4, Opcode.RC_RDMA_READ_RESPONSE_LAST, 809);

        assertEquals(
            List.of("RESPONSE_GAP 4"),
            found().stream().filter(finding -> !finding.startsWith("FRAME_CUT")).toList());
    }

    /** 9,001 - 809 bytes are four packets of 2,048: the last one tells the path MTU alone. */
    @Test
    void shouldTakeThePathMtuFromTheLastPacketOfAnAnswer() throws IOException
    {
        read(PSN, LENGTH);
        answer(PSN + 4, Opcode.RC_RDMA_READ_RESPONSE_LAST, 809);
        read(PSN + 5, LENGTH);
        answer(PSN + 5, 5, 2048);

        assertEquals(List.of("RESPONSE_GAP 2"), found());
    }

    @Test
    void shouldFindALastPacketThatNoPathMtuExplains() throws IOException
    {
        read(PSN, LENGTH);
        answer(PSN + 2, Opcode.RC_RDMA_READ_RESPONSE_LAST, 808);

        assertEquals(List.of("RESPONSE_GAP 2", "RESPONSE_SEQUENCE 2"), found().stream().sorted().toList());
    }

    /** More of them than there are places for the packets of a connection in the beginning: 36 and 36 for 32. */
    @Test
    void shouldFindALostPacketFarWithinALongRead() throws IOException
    {
        read(PSN, LENGTH);
        answer(PSN, Opcode.RC_RDMA_READ_RESPONSE_FIRST, 256);
        read(PSN + 36, LENGTH);
        for (int i = 1; i < 35; i++)
        {
            if (i != 33)
            {
                answer(PSN + i, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 256);
            }
        }
        answer(PSN + 35, Opcode.RC_RDMA_READ_RESPONSE_LAST, 41);
        answer(PSN + 36, 36, 256);

        assertEquals(List.of("RESPONSE_GAP 36"), found());
    }

    private List<String> found() throws IOException
    {
        return recorded.lint(folder.resolve("made.pcap"), snapLength).stream()
            .map(finding -> finding.code() + " " + finding.frame()).toList();
    }

    /** All packets of the answer to a READ of 9,001 bytes. */
    private void answer(final int psn, final int count, final int pathMtu) throws UnknownHostException
    {
        answer(psn, Opcode.RC_RDMA_READ_RESPONSE_FIRST, pathMtu);
        for (int i = 1; i < count - 1; i++)
        {
            answer(psn + i, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, pathMtu);
        }
        answer(psn + count - 1, Opcode.RC_RDMA_READ_RESPONSE_LAST, LENGTH - (count - 1) * pathMtu);
    }

    private void answer(final int psn, final Opcode opcode, final int length) throws UnknownHostException
    {
        send("192.0.2.2", client,
            builder(opcode, psn).set(PacketField.DEST_QP, PEER).payload(new byte[length]));
    }
}
