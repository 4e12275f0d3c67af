package io.roce.tools.replay;

import io.roce.tools.mapping.Mapping;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a user gave rules for that no packet needed.
 *
 * @param qps       as {@link Mapping#from()} has them.
 * @param addresses of the capture.
 */
record UnusedRules(List<String> qps, List<String> addresses)
{
    /** For a person. */
    Stream<String> sentences()
    {
        return Stream.concat(
            qps.stream().map(qp -> "no packet went to " + qp + ", which --map-qp names"),
            addresses.stream().map(address -> "no packet has the address " + address + ", which --map names"));
    }
}
