package io.roce.tools.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeOptionTest
{
    @Test
    void shouldBeWhereANodeServesByDefault()
    {
        assertEquals(Addresses.format(new NicNodeConfig().ports().first()), NodeOption.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats", "stale", "qp create", "qp modify", "qp show", "qp list", "qp destroy"})
    void shouldStandInTheHelp(final String command)
    {
        final String help = CommandRun.of((command + " --help").split(" ")).out().replaceAll("\\s+", " ");
        assertTrue(help.contains(" Default: 127.0.0.1:4791."), help);
        assertTrue(help.contains("[--node=ADDR[:PORT]]"), help);
    }
}
