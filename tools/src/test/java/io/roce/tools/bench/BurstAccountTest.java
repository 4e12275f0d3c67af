package io.roce.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class BurstAccountTest
{
    private static final String FATE = "DELIVERED_REQUEST";

    @Test
    void shouldBeRightWhenWhatDidNotComeWasDroppedByTheKernel()
    {
        assertNull(new BurstAccount(1_000, 1, 1_000, 1_000, 0, true).failure("mmsg", FATE));
        assertNull(new BurstAccount(1_000, 1, 990, 990, 10, true).failure("mmsg", FATE));
    }

    @Test
    void shouldTakeAPieceThatWasDroppedForAllOfItsPackets()
    {
        // 2 of 64 packets each.
        assertNull(new BurstAccount(6_400, 64, 6_272, 6_272, 2, true).failure("mmsg", FATE));
        // The same socket without UDP_GRO: the kernel cuts up first and counts each.
        assertNull(new BurstAccount(6_400, 64, 6_272, 6_272, 128, true).failure("epoll", FATE));
    }

    @Test
    void shouldFailWhenPacketsAreUnaccountedFor()
    {
        assertEquals(
            "mmsg was sent 1000 packets and received 990; the kernel dropped 9, so that some are unaccounted for",
            new BurstAccount(1_000, 1, 990, 990, 9, true).failure("mmsg", FATE));
        assertEquals(
            "mmsg was sent 6400 packets and received 6272; the kernel dropped 3, of up to 64 packets each, so that " +
                "some are unaccounted for",
            new BurstAccount(6_400, 64, 6_272, 6_272, 3, true).failure("mmsg", FATE));
    }

    @Test
    void shouldFailWhenMoreCameThanWasSent()
    {
        assertEquals(
            "mmsg was sent 10 packets and received 11; the kernel dropped 0, so that some are unaccounted for",
            new BurstAccount(10, 1, 11, 11, 0, true).failure("mmsg", FATE));
    }

    @Test
    void shouldFailWhenAPacketMetAnotherFate()
    {
        assertEquals(
            "mmsg received 10 packets, of which 9 and not all met DELIVERED_REQUEST",
            new BurstAccount(10, 1, 10, 9, 0, true).failure("mmsg", FATE));
    }

    @Test
    void shouldFailWhenTheLedgerDoesNotBalance()
    {
        assertEquals(
            "the ledger of mmsg does not balance",
            new BurstAccount(10, 1, 10, 10, 0, false).failure("mmsg", FATE));
    }

    @Test
    void shouldAcceptWhatFoundNoPlaceBetweenLanesAsAnEnd()
    {
        assertNull(new BurstAccount(1_000, 1, 1_000, 940, 60, 0, true).failure("two lanes", FATE));
        assertEquals(
            "two lanes received 1000 packets, of which 940 and not all met " + FATE,
            new BurstAccount(1_000, 1, 1_000, 940, 59, 0, true).failure("two lanes", FATE));
    }
}
