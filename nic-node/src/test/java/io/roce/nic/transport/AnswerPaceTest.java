package io.roce.nic.transport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AnswerPaceTest
{
    /** PSNs pass zero soon. */
    private static final int FIRST_PSN = 0xFF_FFF0;

    private final AnswerPace pace = new AnswerPace();
    private int nextPsn = FIRST_PSN;

    @BeforeEach
    void start()
    {
        pace.start(FIRST_PSN);
    }

    @Test
    void shouldPauseBehindEachBurst()
    {
        assertEquals(16, burst());
        assertFalse(pace.isOpen());
        assertTrue(pace.beginPause());
        assertFalse(pace.beginPause(), "it has begun");
        pace.endPause();
        assertEquals(16, burst());
        assertTrue(pace.beginPause());
    }

    @Test
    void shouldNotPauseAmidABurst()
    {
        send(15);
        assertFalse(pace.beginPause());
        send(1);
        assertTrue(pace.beginPause());
    }

    @Test
    void shouldDoubleItsBurstsOver8192Packets()
    {
        sendPaced(8_192);
        assertBurst(32);
        sendPaced(8_192);
        assertBurst(48);
    }

    @Test
    void shouldEndWith256PacketsToABurst()
    {
        sendPaced(200_000);
        assertBurst(256);
        sendPaced(200_000);
        assertBurst(256);
    }

    /** What has left behind the one that is missing says nothing of what the peer can take. */
    @Test
    void shouldHalveTheBurstThatWasTooLong()
    {
        sendPaced(8_192);
        final int lost = nextPsn;
        sendPaced(100_000);
        askAgain(lost);
        assertBurst(16);
    }

    @Test
    void shouldGrowTheSlowerTheMoreLeftInVain()
    {
        sendPaced(8_192);
        final int lost = nextPsn;
        sendPaced(1_000);
        askAgain(lost);
        sendPaced(16_000);
        assertBurst(32);

        askAgain(nextPsn - 1);
        sendPaced(2_048);
        assertBurst(32);
    }

    /** Fractions of a packet count: 3 and a half are 7 in two bursts. */
    @Test
    void shouldComeToOnePacketToABurstAtLeast()
    {
        for (int i = 0; i < 2; i++)
        {
            loseNext();
        }
        assertBurst(4);
        loseNext();
        assertBurst(2);
        for (int i = 0; i < 5; i++)
        {
            loseNext();
            assertBurst(1);
        }
    }

    /** The requests behind one that is asked for again come again too: what was not sent was not lost. */
    @Test
    void shouldNotTakeForLostWhatHasNotLeft()
    {
        send(8);
        askAgain(FIRST_PSN);
        pace.onAskedAgain(nextPsn);
        pace.onAskedAgain(nextPsn + 4);
        assertBurst(8);
        pace.onAskedAgain(nextPsn);
        assertBurst(8);
    }

    /** A timer that is too short, or a packet that the network doubled. */
    @Test
    void shouldTakeALaterAskForOneLossMore()
    {
        sendPaced(100);
        askAgain(nextPsn - 100);
        assertBurst(8);
        askAgain(FIRST_PSN);
        assertBurst(4);
    }

    @Test
    void shouldKeepWhatIsLeftOfABurst()
    {
        send(4);
        askAgain(FIRST_PSN);
        assertTrue(pace.isOpen());
        assertEquals(8, burst());
    }

    @Test
    void shouldBeAsNewWithTheNextConnection()
    {
        sendPaced(100_000);
        loseNext();
        while (pace.isOpen())
        {
            send(1);
        }
        assertTrue(pace.beginPause());
        pace.start(0x500);
        nextPsn = 0x500;
        assertEquals(16, burst());
        assertFalse(pace.beginPause(), "the pause before has not ended");
        pace.endPause();
        assertEquals(16, burst());
        pace.beginPause();
        pace.endPause();
        sendPaced(8_192 - 32);
        assertBurst(32);
    }

    /** What is asked for again leaves next. */
    private void askAgain(final int psn)
    {
        pace.onAskedAgain(psn & 0xFF_FFFF);
        nextPsn = psn;
    }

    private void loseNext()
    {
        final int psn = nextPsn;
        sendPaced(1);
        askAgain(psn);
    }

    private void send(final int packets)
    {
        for (int i = 0; i < packets; i++)
        {
            pace.onSent(nextPsn & 0xFF_FFFF);
            nextPsn++;
        }
    }

    private void sendPaced(final int packets)
    {
        for (int i = 0; i < packets; i++)
        {
            endPause();
            send(1);
        }
    }

    private void endPause()
    {
        if (!pace.isOpen())
        {
            pace.beginPause();
            pace.endPause();
        }
    }

    private int burst()
    {
        int packets = 0;
        while (pace.isOpen())
        {
            send(1);
            packets++;
        }
        return packets;
    }

    /** Of the next whole burst; what a packet more or less makes is left out of it. */
    private void assertBurst(final int expected)
    {
        burst();
        pace.beginPause();
        pace.endPause();
        final int packets = burst();
        assertTrue(packets >= expected && packets <= expected + 1, packets + " and not " + expected);
        pace.beginPause();
        pace.endPause();
    }
}
