package io.roce.tools.pingpong;

import io.roce.tools.cli.CommandGroup;

import picocli.CommandLine.Command;

/** {@code roce pingpong}: a command for each transport service. */
@Command(
    name = "pingpong",
    description = "Messages back and forth with ibv_rc_pingpong, ibv_uc_pingpong or ibv_ud_pingpong, or with another " +
        "of itself.",
    subcommands = {RcPingpong.class, UcPingpong.class, UdPingpong.class})
public final class PingpongCommand extends CommandGroup
{
}
