package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.wire.opcode.Opcode;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpcodesCommandTest
{
    @Test
    void shouldListEveryOpcode() throws IOException
    {
        final List<String> lines = CommandRun.of("opcodes").out().lines().toList();
        assertEquals(1 + Opcode.values().length, lines.size());
        assertTrue(lines.contains("0x04    RC_SEND_ONLY"), String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(line -> line.matches("0x1c +RC_FLUSH +feth reth")),
            String.join("\n", lines));
        assertEquals(
            "{\"opcode\":\"RC_SEND_FIRST\",\"opcode_value\":0,\"headers\":[]}",
            CommandRun.of("opcodes", "--json").json().path("opcodes").path(0).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "RC_SENT_ONLY | such as RC_SEND_ONLY, ",
        "fetch-add    | such as RC_FETCH_ADD, RD_FETCH_ADD, XRC_FETCH_ADD",
    })
    void shouldNameWhatIsNear(final String typed, final String said)
    {
        final CommandRun run = CommandRun.of(
            "send", "--to", "127.50.0.8", "--opcode", typed, "--dest-qp", "2", "--psn", "0", "--dry-run");
        assertEquals(2, run.status());
        assertTrue(run.err().contains(said), run.err());
        assertTrue(CommandRun.of("send", "--help").out().contains("roce opcodes"));
    }
}
