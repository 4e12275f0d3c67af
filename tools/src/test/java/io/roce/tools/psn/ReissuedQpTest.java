package io.roce.tools.psn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.error.VerbsException;
import io.roce.nic.stats.Fate;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the window of the standard ends, PSN for PSN. */
class ReissuedQpTest
{
    private static final List<Fate> FATES = List.of(Fate.values());

    @ParameterizedTest
    @CsvSource({
        // expected, one behind, one ahead, the last behind, the last ahead
        "0x123456, 0x123455, 0x123457, 0x923456, 0x923455",
        "0x000000, 0xffffff, 0x000001, 0x800000, 0x7fffff",
        "0xffffff, 0xfffffe, 0x000000, 0x7fffff, 0x7ffffe",
        "0x800000, 0x7fffff, 0x800001, 0x000000, 0xffffff",
    })
    void shouldTellWhatIsExpectedFromDuplicatesAndWhatIsAhead(
        final int expected, final int behind, final int ahead, final int lastBehind, final int lastAhead)
        throws VerbsException
    {
        assertEquals(
            List.of(
                "REQUEST_EXECUTED", "DUPLICATE_ACKNOWLEDGED", "NAK_PSN_SEQUENCE", "DUPLICATE_ACKNOWLEDGED",
                "NAK_PSN_SEQUENCE"),
            fates(OldPacket.SEND, expected, expected, behind, ahead, lastBehind, lastAhead));
        assertEquals(
            List.of(
                "RESPONSE_ACCEPTED", "RESPONSE_UNEXPECTED", "RESPONSE_UNEXPECTED", "RESPONSE_UNEXPECTED",
                "RESPONSE_UNEXPECTED"),
            fates(OldPacket.ACK, expected, expected, behind, ahead, lastBehind, lastAhead));
    }

    /** What one did to its queue pair is nothing to the next: the same fate, however often. */
    @ParameterizedTest
    @EnumSource
    void shouldBeReissuedForEachPacket(final OldPacket kind) throws VerbsException
    {
        final Tally tally = new Tally();
        try (ReissuedQp qp = new ReissuedQp(kind, 0x100))
        {
            for (int i = 0; i < 3; i++)
            {
                qp.meet(0x100, tally);
                qp.meet(0x101, tally);
            }
        }

        final int harmful = kind == OldPacket.SEND_ELSEWHERE ? 0 : 3;
        assertEquals(6, tally.count());
        assertEquals(harmful, tally.harmful());
        assertEquals(harmful, tally.count(Harm.FIRST_PACKET_LOST));
        switch (kind)
        {
            case SEND_ELSEWHERE -> assertEquals(6, tally.count(Fate.PEER_MISMATCH));
            case ACK -> assertEquals(3, tally.count(Fate.RESPONSE_UNEXPECTED));
            default -> assertEquals(3, tally.count(Fate.NAK_PSN_SEQUENCE));
        }
    }

    @Test
    void shouldCountWhatTheOldPeerIsAnswered() throws VerbsException
    {
        final Tally tally = new Tally();
        try (ReissuedQp qp = new ReissuedQp(OldPacket.READ_VALID, 0x100))
        {
            qp.meet(0x100, tally);
            assertEquals(List.of(0L, 0L, 1L), answers(tally), "what it asked for");
            qp.meet(0x101, tally);
            assertEquals(List.of(0L, 1L, 1L), answers(tally), "that packets are missing");
            qp.meet(0xFF, tally);
            assertEquals(List.of(0L, 1L, 1L), answers(tally), "nothing: there is nothing saved");
        }
        try (ReissuedQp qp = new ReissuedQp(OldPacket.SEND, 0x100))
        {
            qp.meet(0xFF, tally);
            assertEquals(List.of(1L, 1L, 1L), answers(tally));
        }
    }

    private static List<Long> answers(final Tally tally)
    {
        return Arrays.stream(Answer.values()).map(tally::count).toList();
    }

    private static List<String> fates(final OldPacket kind, final int ePsn, final int... psns) throws VerbsException
    {
        try (ReissuedQp qp = new ReissuedQp(kind, ePsn))
        {
            final String[] fates = new String[psns.length];
            for (int i = 0; i < psns.length; i++)
            {
                final Tally one = new Tally();
                qp.meet(psns[i], one);
                fates[i] = FATES.stream().filter(fate -> one.count(fate) == 1).findFirst().orElseThrow().name();
            }
            return List.of(fates);
        }
    }
}
