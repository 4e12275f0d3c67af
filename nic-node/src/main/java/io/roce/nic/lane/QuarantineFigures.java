package io.roce.nic.lane;

/**
 * The quarantine at one moment.
 *
 * @param timeNs      how long a number is held back; 0 is no quarantine.
 * @param held        numbers that are held back now.
 * @param nextInNs    nanoseconds until the next one is free; -1 when none is held.
 * @param entered     numbers that have been put in so far.
 * @param released    numbers that have been let out so far.
 */
public record QuarantineFigures(long timeNs, int held, long nextInNs, long entered, long released)
{
}
