package io.roce.nic.link;

import io.roce.wire.capture.KernelVerdict;

import java.util.Map;

/**
 * What came to a node by a capture, over all of its addresses.
 *
 * @param networkInterface that is captured from.
 * @param verdicts         how many datagrams the kernel's checks, repeated, ended with which answer; all of them.
 * @param captureDrops     frames that found no room in the capture's buffer, or too little.
 * @param handOverDrops    datagrams that passed the checks and found no room on their way to the event loop.
 * @param interruptions    how often the capture has ended, since its interface was gone.
 * @param interruption     why nothing is captured now: one sentence; null when something is.
 */
public record IngressFigures(
    String networkInterface,
    Map<KernelVerdict, Long> verdicts,
    long captureDrops,
    long handOverDrops,
    long interruptions,
    String interruption)
{
}
