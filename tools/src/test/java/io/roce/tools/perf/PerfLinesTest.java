package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.adapter.QpAddress;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of the other end: what they cannot be is refused, and never cut to what they might be. */
class PerfLinesTest
{
    private static final InetAddress GID = InetAddress.getLoopbackAddress();

    private static JsonNode line(final String json) throws IOException
    {
        return Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String refusal(final Executable call)
    {
        return assertThrows(CommandFailedException.class, call).getMessage();
    }

    @Test
    void shouldTakeTheNumbersThatQueuePairsCanHave() throws IOException
    {
        assertEquals(
            List.of(new QpAddress(GID, 2, 0), new QpAddress(GID, 0xFFFFFE, 0xFFFFFF)),
            PerfLines.qps(line("{'qps': [{'qpn': 2, 'psn': 0}, {'qpn': 16777214, 'psn': 16777215}]}"), GID));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "'qpn': 16777233, 'psn': 5 | qpn is 16777233, not a number from 2 to 16777214",
        "'qpn': 4294967313, 'psn': 5 | qpn is 4294967313, not a number from 2 to 16777214",
        "'qpn': 16777215, 'psn': 5 | qpn is 16777215, not a number from 2 to 16777214",
        "'qpn': 1, 'psn': 5 | qpn is 1, not a number from 2 to 16777214",
        "'qpn': -5, 'psn': 5 | qpn is -5, not a number from 2 to 16777214",
        "'qpn': 17.0, 'psn': 5 | qpn is 17.0, not a number from 2 to 16777214",
        "'qpn': 'x', 'psn': 5 | qpn is \"x\", not a number from 2 to 16777214",
        "'psn': 5 | qpn is missing, not a number from 2 to 16777214",
        "'qpn': 17, 'psn': 16777216 | psn is 16777216, not a number from 0 to 16777215",
        "'qpn': 17, 'psn': -1 | psn is -1, not a number from 0 to 16777215",
        "'qpn': 17, 'psn': 99999999999999999999 | psn is 99999999999999999999, not a number from 0 to 16777215",
        "'qpn': 17 | psn is missing, not a number from 0 to 16777215",
    })
    void shouldRefuseNumbersThatNoQueuePairHas(final String members, final String sentence) throws IOException
    {
        final JsonNode line = line("{'qps': [{'qpn': 17, 'psn': 5}, {" + members + "}]}");

        assertEquals("what the other end says for " + sentence, refusal(() -> PerfLines.qps(line, GID)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "'rkey': 1, 'length': 9 | addr is missing, not a number from -9223372036854775808 to 9223372036854775807",
        "'addr': 0, 'rkey': -1, 'length': 9 | rkey is -1, not a number from 0 to 4294967295",
        "'addr': 0, 'rkey': 4294967296, 'length': 9 | rkey is 4294967296, not a number from 0 to 4294967295",
        "'addr': 0, 'rkey': 1, 'length': 2147483648 | length is 2147483648, not a number from 1 to 2147483647",
        "'addr': 0, 'rkey': 1, 'length': 1e9 | length is 1.0E9, not a number from 1 to 2147483647",
    })
    void shouldRefuseMemoryThatCannotBe(final String members, final String sentence) throws IOException
    {
        final JsonNode line = line("{'end': {'gid': '127.0.0.1', " + members + "}}");

        assertEquals("what the other end says for " + sentence, refusal(() -> PerfLines.end(line)));
    }

    @Test
    void shouldRefuseCountsThatNothingCanHave() throws IOException
    {
        final JsonNode negative = line("{'messages': [3, -1], 'sent': -1}");
        assertEquals(
            "what the other end says for messages is -1, not a number from 0 to 4503599627370496",
            refusal(() -> PerfLines.messages(negative, 2)));
        assertEquals(
            "what the other end says for sent is -1, not a number from 0 to 4503599627370496",
            refusal(() -> PerfLines.sent(negative)));
        final JsonNode huge = line("{'messages': [9223372036854775807]}");
        assertEquals(
            "what the other end says for messages is 9223372036854775807, not a number from 0 to 4503599627370496",
            refusal(() -> PerfLines.messages(huge, 1)));
        assertArrayEquals(new long[]{3, 0}, PerfLines.messages(line("{'messages': [3]}"), 2));
        assertArrayEquals(new long[]{3}, PerfLines.messages(line("{'messages': [3, -1]}"), 1));
    }

    /** 2^32 + 1 and 2^32: cut to 32 bits they would be right. */
    @Test
    void shouldNotTakeLongNumbersForShortOnes() throws IOException
    {
        final JsonNode line = line("{'roce_perf': 4294967297, 'phase': 4294967296}");
        assertEquals(-1, PerfLines.phase(line));
        assertEquals(
            "the two ends do not understand each other: the other one speaks version 4294967297 of",
            refusal(() -> PerfLines.requireVersion(line)).replaceFirst(" 'roce perf'.*", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'phase': 'x'}", "{'phase': null}", "{'phase': 0.0}", "{}"})
    void shouldNotTakeOtherThingsForAPhase(final String json) throws IOException
    {
        assertEquals(-1, PerfLines.phase(line(json)));
    }
}
