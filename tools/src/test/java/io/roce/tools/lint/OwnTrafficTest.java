package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lint has nothing to say of what the project's own nodes send, and the right things where they lose it. */
class OwnTrafficTest
{
    private static final int MIN_FRAMES = 10_000;
    private static final int WHOLE = 65_535;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindNothingWhereNothingIsWrong(final boolean isIpv6) throws Exception
    {
        try (OwnTraffic traffic = new OwnTraffic(isIpv6))
        {
            traffic.run(250);

            assertTrue(traffic.recorded.size() > MIN_FRAMES, () -> traffic.recorded.size() + " frames");
            assertEquals(List.of(), traffic.recorded.lint(folder.resolve("own.pcap"), WHOLE));
        }
    }

    /** What the right end's rule drops is recorded, as it would be by a tap in front of it: so no gap is seen. */
    @Test
    void shouldTellWhyARequestIsSentAgain() throws Exception
    {
        try (OwnTraffic traffic = new OwnTraffic(false, "in:drop:opcode=RC_SEND_MIDDLE,nth=3"))
        {
            traffic.run(1);

            final Map<FindingCode, TreeSet<Long>> found =
                Linted.byCode(traffic.recorded.lint(folder.resolve("own.pcap"), WHOLE));
            assertEquals(1, found.get(FindingCode.NAK_PSN_SEQUENCE).size(), found::toString);
            assertEquals(
                new TreeSet<>(List.of(FindingCode.NAK_PSN_SEQUENCE, FindingCode.RETRANSMISSION_NAK)),
                new TreeSet<>(found.keySet()));
        }
    }
}
