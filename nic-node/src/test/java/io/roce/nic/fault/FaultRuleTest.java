package io.roce.nic.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.opcode.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultRuleTest
{
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "out:drop | out:drop",
        "in:drop:100% | in:drop",
        "out:drop:5% | out:drop:5%",
        "out:drop:0.0001% | out:drop:0.0001%",
        "out:drop:10.50% | out:drop:10.5%",
        "in:delay=2000us:10%,seed=7 | in:delay=2ms:10%,seed=7",
        "in:delay=1h | in:delay=3600s",
        "out:drop:nth=3,dest-qp=18 | out:drop:dest-qp=0x000012,nth=3",
        "out:corrupt=20.3:pass=1,psn=0x10 | out:corrupt=20.3:psn=0x000010,pass=1",
        "out:corrupt:seed=0xff | out:corrupt:seed=255",
        "out:corrupt=3.7 | out:corrupt=3.7",
        "out:reorder=1000:kind=response | out:reorder=1000:kind=response",
        "in:duplicate:opcode=RC_ACKNOWLEDGE,skip=2,count=4 | in:duplicate:opcode=RC_ACKNOWLEDGE,skip=2,count=4",
        "in:fecn:count=2,skip=0 | in:fecn:count=2",
        "in:fecn:skip=2,count=1 | in:fecn:nth=3",
        "in:fecn:psn=0,dest-qp=0xffffff,count=1 | in:fecn:dest-qp=0xffffff,psn=0x000000,nth=1"})
    void shouldReadAndWriteItsText(final String text, final String written)
    {
        final FaultRule rule = FaultRule.parse(text);
        assertEquals(written, rule.toString());
        assertEquals(rule, FaultRule.parse(written));
    }

    @Test
    void shouldReadEveryField()
    {
        assertEquals(
            new FaultRule(FaultDirection.IN, FaultAction.DELAY, 2_000_000, new FaultSelection(
                125_000, 7, PacketKind.REQUEST, Opcode.RC_SEND_LAST, 0x12, 0x345678, 2, 3, 4)),
            FaultRule.parse("in:delay=2ms:12.5%,seed=7,kind=request,opcode=RC_SEND_LAST,dest-qp=0x12,psn=0x345678," +
                "pass=2,skip=3,count=4"));
        assertEquals(
            new FaultRule(FaultDirection.OUT, FaultAction.CORRUPT, 163, FaultSelection.ALL),
            FaultRule.parse("out:corrupt=20.3"));
    }

    @ParameterizedTest
    @EnumSource(FaultAction.class)
    void shouldReadEveryActionWithTheValueThatItNeeds(final FaultAction action)
    {
        final String value = switch (action.argument())
        {
            case NONE -> "";
            case PACKETS -> "=3";
            case DURATION -> "=5ms";
            case BIT -> "=17.0";
        };
        final String text = "in:" + action.label() + value;

        assertEquals(action, FaultRule.parse(text).action());
        assertEquals(text, FaultRule.parse(text).toString());
        if (action.argument().isNeeded())
        {
            final String label = action.label();
            final String message =
                assertThrows(IllegalArgumentException.class, () -> FaultRule.parse("in:" + label)).getMessage();
            assertTrue(message.contains(label + " needs " + action.argument().form()), message);
        }
        assertEquals(action.description().length() - 1, action.description().indexOf('.'), action.description());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "drop | 'drop' is not DIRECTION:ACTION or DIRECTION:ACTION:SELECTION, such as out:drop:5%",
        "out:drop:5%:7 | 'out:drop:5%:7' is not DIRECTION:ACTION or DIRECTION:ACTION:SELECTION, such as out:drop:5%",
        "up:drop | 'up:drop': the direction 'up' is none of in, out",
        "out:explode | 'out:explode': the action 'explode' is none of drop, duplicate, reorder, delay, corrupt, fecn",
        "out:drop=1 | 'out:drop=1': drop takes no value: 1",
        "out:reorder=0 | 'out:reorder=0': reorder needs a number of packets, 1 to 1000: 0",
        "out:reorder=1001 | 'out:reorder=1001': reorder needs a number of packets, 1 to 1000: 1001",
        "out:reorder=-1 | 'out:reorder=-1': reorder needs a number of packets, 1 to 1000: -1",
        "out:delay=5 | 'out:delay=5': '5' is not a time with a unit (ns, us, ms, s, min, h), such as 500ms or 2s",
        "out:delay=0s | 'out:delay=0s': delay needs a time such as 2ms, 1ns to 1h: 0s",
        "out:delay=61min | 'out:delay=61min': delay needs a time such as 2ms, 1ns to 1h: 61min",
        "out:drop: | 'out:drop:': '' has '', which is no percentage and none of seed=, kind=, opcode=, dest-qp=," +
            " psn=, pass=, skip=, count=, nth=",
        "out:drop:qp=1 | 'out:drop:qp=1': 'qp=1' has 'qp=1', which is no percentage and none of seed=, kind=," +
            " opcode=, dest-qp=, psn=, pass=, skip=, count=, nth=",
        "out:drop:psn=1,psn=2 | 'out:drop:psn=1,psn=2': 'psn=1,psn=2' has two of psn=",
        "out:drop:1%,2% | 'out:drop:1%,2%': '1%,2%' has two of percentages",
        "out:drop:0% | 'out:drop:0%': '0%' has a percentage outside 0.0001% to 100%: 0%",
        "out:drop:101% | 'out:drop:101%': '101%' has a percentage outside 0.0001% to 100%: 101%",
        "out:drop:x% | 'out:drop:x%': 'x%' has a percentage outside 0.0001% to 100%: x%",
        "out:drop:psn=16777216 | 'out:drop:psn=16777216': 'psn=16777216' has a psn outside 0 to 16777215: 16777216",
        "in:drop:nth=0x0 | 'in:drop:nth=0x0': 'nth=0x0' has a nth outside 1 to 4611686018427387904: 0x0",
        "out:drop:dest-qp=one | 'out:drop:dest-qp=one': 'dest-qp=one' has a dest-qp that is no number: one",
        "out:drop:pass=0 | 'out:drop:pass=0': 'pass=0' has a pass outside 1 to 1000000: 0",
        "out:drop:kind=ack | 'out:drop:kind=ack': 'kind=ack' has a kind that is none of request, response: ack",
        "out:drop:opcode=ACK | 'out:drop:opcode=ACK': 'opcode=ACK' has an opcode that does not exist: ACK",
        "out:drop:nth=1,skip=1 | 'out:drop:nth=1,skip=1': 'nth=1,skip=1' has nth= beside skip= or count=",
        "out:drop:seed=7 | 'out:drop:seed=7': there is a seed, but nothing is drawn",
        "out:corrupt=1.1:seed=7 | 'out:corrupt=1.1:seed=7': there is a seed, but nothing is drawn"})
    void shouldSayWhatIsWrongWithAText(final String text, final String message)
    {
        assertEquals(
            message, assertThrows(IllegalArgumentException.class, () -> FaultRule.parse(text)).getMessage());
    }

    /** Byte 4 is the one of FECN and BECN: the ICRC does not cover it, so the packet would not be bad. */
    @ParameterizedTest
    @CsvSource({"4.0", "4.7", "65536.0", "20", "20.8", "-1.0", "x"})
    void shouldRefuseABitThatCannotBeFlipped(final String bit)
    {
        final String text = "out:corrupt=" + bit;
        assertEquals(
            "'" + text + "': corrupt needs a byte of the packet and its bit, such as 20.3, 0.0 to 65535.7 without " +
                "byte 4, which no ICRC covers: " + bit,
            assertThrows(IllegalArgumentException.class, () -> FaultRule.parse(text)).getMessage());
    }

    @Test
    void shouldRefuseACapacityOutOfRange()
    {
        assertThrows(IllegalArgumentException.class, () -> new FaultConfig(FaultConfig.NONE.rules(), 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new FaultConfig(FaultConfig.NONE.rules(), 0, 65_537));
    }
}
