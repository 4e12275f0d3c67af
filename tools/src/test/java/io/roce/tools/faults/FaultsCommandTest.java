package io.roce.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.fault.FaultAction;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of a node as its user sets them and sees what they do. */
@Timeout(60)
final class FaultsCommandTest
{
    private NicNode node;

    @BeforeEach
    void open() throws IOException
    {
        node = NicNode.open(new NicNodeConfig()
            .bind(new InetSocketAddress("127.40.0.30", 0))
            .faults(new FaultConfig(
                List.of(FaultRule.parse("in:drop:dest-qp=0x12,nth=2"), FaultRule.parse("in:duplicate:psn=9")), 0, 4)));
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldShowWhatTheRulesOfTheStartHaveDone()
    {
        assertTrue(send("0x12", 0, 3).out().contains("1  FAULT_DROPPED"));
        assertTrue(send("0x13", 9, 1).out().contains("2  QPN_UNALLOCATED"));

        assertEquals(
            """
                RULE                            SEEN  MATCHED  UNAPPLIED  HELD
                in:drop:dest-qp=0x000012,nth=2  4     1        0          0
                in:duplicate:psn=0x000009       3     1        0          0
                """,
            run("list").out());
    }

    @Test
    void shouldSetAndClear() throws IOException
    {
        assertEquals(
            """
                RULE            SEEN  MATCHED  UNAPPLIED  HELD
                in:delay=3600s  0     0        0          0
                out:drop:0.5%   0     0        0          0
                """,
            run("set", "in:delay=1h", "out:drop:0.5%").out());
        send("0x12", 0, 2);
        assertEquals(2, run("list", "--json").json().path("rules").path(0).path("held").asInt());
        assertTrue(stats().contains("received 2 + injected 0 = fates 0 + held 2: balanced"), stats());

        assertEquals("no fault rules\n", run("clear").out());
        assertTrue(stats().contains("received 2 + injected 0 = fates 2 + held 0: balanced"), stats());
        assertEquals("no fault rules\n", run("list").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"in", "in:dorp", "up:drop", "in:drop:5", "in:delay"})
    void shouldRefuseWhatIsNoRuleWithTheText(final String text)
    {
        final CommandRun run = run("set", text);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("Invalid value for RULE: '" + text + "'"), run.err());
        assertEquals(2, run("list").out().lines().filter(line -> line.startsWith("in:")).count());
    }

    @Test
    void shouldRefuseTooManyThatDuplicate()
    {
        final CommandRun run = run("set", Collections.nCopies(5, "in:duplicate").toArray(String[]::new));
        assertEquals(1, run.status());
        assertEquals("roce: rules must be at most 4 with in:duplicate: 5", run.err().trim());
    }

    @Test
    void shouldExplainEveryAction()
    {
        final String help = run("set", "--help").out();
        for (final FaultAction action : FaultAction.values())
        {
            assertTrue(help.contains(action.label()) && help.contains(action.description()), help);
            assertTrue(help.contains(action.argument().form()) || !action.argument().isNeeded(), help);
        }
    }

    private CommandRun run(final String command, final String... args)
    {
        return CommandRun.of(Stream.concat(
            Stream.of("faults", command, "--node", Addresses.format(node.adminAddress())),
            Arrays.stream(args)).toArray(String[]::new));
    }

    private CommandRun send(final String qpn, final int psn, final int count)
    {
        return CommandRun.of(
            "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
            "--opcode", "RC_SEND_ONLY", "--dest-qp", qpn, "--psn", String.valueOf(psn),
            "--count", String.valueOf(count));
    }

    private String stats()
    {
        return CommandRun.of("stats", "--node", Addresses.format(node.adminAddress())).out();
    }
}
