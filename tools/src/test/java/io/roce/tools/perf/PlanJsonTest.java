package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanJsonTest
{
    @Test
    void shouldReadWhatIsToBeRun() throws IOException
    {
        final PerfPlan plan = PlanJson.read(plan("'op': 'send', 'connection': 'UC', 'qp': 3, 'verify': true"));
        assertEquals(PerfOp.SEND, plan.op());
        assertEquals(QpType.UC, plan.connection());
        assertEquals(3, plan.qps());
        assertEquals(2_500_000_000L, plan.durationNs());
        assertEquals(0, plan.iters());
        assertEquals(100_000_000L, plan.warmUpNs());
        assertTrue(plan.isVerified());
    }

    @Test
    void shouldHaveTheSizesOfPerftest() throws IOException
    {
        assertEquals(List.of("bw 65536 warm-up", "bw 65536", "lat 2 warm-up", "lat 2"), phases(""));
        assertEquals(List.of("bw 65536", "lat 2"), phases("'warm_up': '0'"));
        assertEquals(
            List.of("bw 4096", "lat 2"), phases("'op': 'send', 'connection': 'UD', 'mtu': 4096, 'warm_up': '0'"));
        assertEquals(List.of("bw 8", "lat 8"), phases("'op': 'atomic', 'warm_up': '0'"));
        assertEquals(List.of("lat 77"), phases("'bw': false, 'size': 77, 'warm_up': '0'"));
        final List<String> all = phases("'lat': false, 'all': true, 'warm_up': '0'");
        assertEquals(23, all.size());
        assertEquals("bw 2", all.get(0));
        assertEquals("bw 8388608", all.get(22));
        assertEquals(
            List.of("bw 2", "bw 4", "bw 8", "bw 16", "bw 32", "bw 64", "bw 128", "bw 256"),
            phases("'op': 'send', 'connection': 'UD', 'mtu': 256, 'lat': false, 'all': true, 'warm_up': '0'"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "'op': 'swap'                                     | no such operation: 'swap'",
        "'op': 'read', 'connection': 'UC'                 | --connection is UC: RDMA READ goes over RC",
        "'connection': 'UD'                               | --connection is UD: RDMA WRITE goes over RC or UC",
        "'bw': false, 'lat': false                        | neither bandwidth nor latency is to be measured",
        "'size': 0                                        | --size is 0, outside 1 to 536870912",
        "'size': 'many'                                   | --size is many, outside 1 to 536870912",
        "'op': 'atomic', 'size': 16                       | --size is 16, and an atomic has 8 bytes",
        "'op': 'send', 'connection': 'UD', 'size': 1025   | --size is 1025, and a UD message is one packet: at most " +
            "the MTU, 1024",
        "'mtu': '1024'                                    | --mtu is 1024, not one of [256, 512, 1024, 2048, 4096]",
        "'mtu': 4294968320                                | --mtu is 4294968320, not one of [256, 512, 1024, 2048, " +
            "4096]",
        "'mtu': 1500                                      | --mtu is 1500, not one of [256, 512, 1024, 2048, 4096]",
        "'iters': 0                                       | --iters is 0, outside 1 to 2147483647",
        "'duration': '0'                                  | --duration is 0, outside 1ns to 86400s",
        "'duration': '25h'                                | --duration is 25h, outside 1ns to 86400s",
        "'warm_up': '25h'                                 | --warm-up is 25h, outside 0 to 86400s",
        "'qp': 1025                                       | --qp is 1025, outside 1 to 1024",
        "'tx_depth': 40000                                | --tx-depth is 40000, outside 1 to 32768",
        "'rx_depth': 9223372036854775808                  | --rx-depth is 9223372036854775808, outside 1 to 32768",
        "'outs': 256                                      | --outs is 256, outside 1 to 255",
        "'inline_size': 1025                              | --inline-size is 1025, outside 0 to 1024",
        "'op': 'read', 'inline_size': 1                   | --inline-size is 1, outside 0 to 0",
        "'qp_timeout': 32                                 | --qp-timeout is 32, outside 0 to 31",
        "'qp': 64, 'size': 536870912                      | --qp 64 with --size 536870912 takes 68,719,476,736 " +
            "bytes of memory, more than a region can have"
    })
    void shouldRefuseWhatCannotBeRun(final String fields, final String sentence)
    {
        assertEquals(
            sentence,
            assertThrows(IllegalArgumentException.class, () -> PlanJson.read(plan(fields))).getMessage());
    }

    @Test
    void shouldSayHowTwoEndsDiffer() throws IOException
    {
        final ObjectNode plan = plan("'op': 'write', 'tx_depth': 128");
        assertNull(PlanJson.difference(json("{'op': 'write', 'tx_depth': 128}"), plan));
        assertEquals(
            "the two ends were asked for different things: the one that waits for read, the one that measures for " +
                "write",
            PlanJson.difference(json("{'op': 'read'}"), plan));
        assertEquals(
            "the two ends were asked for different things: the one that waits for --tx-depth 5, --verify, " +
                "--size 9, the one that measures for --tx-depth 128, no --verify, no --size",
            PlanJson.difference(json("{'op': 'write', 'tx_depth': 5, 'verify': true, 'size': 9}"), plan));
    }

    private static List<String> phases(final String fields) throws IOException
    {
        return PlanJson.read(plan(fields)).phases().stream()
            .map(phase -> phase.test().label() + ' ' + phase.size() + (phase.isWarmUp() ? " warm-up" : ""))
            .toList();
    }

    /** A whole plan, with some fields of its own. */
    static ObjectNode plan(final String fields) throws IOException
    {
        return json("{'op': 'write', 'connection': 'RC', 'bw': true, 'lat': true, 'duration': '2.5s', 'qp': 1, " +
            "'tx_depth': 128, 'rx_depth': 512, 'outs': 16, 'mtu': 1024, 'inline_size': 0, 'qp_timeout': 14, " +
            "'warm_up': '100ms'}")
            .setAll(json('{' + fields + '}'));
    }

    private static ObjectNode json(final String text) throws IOException
    {
        return (ObjectNode)Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
