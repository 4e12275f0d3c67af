package io.roce.tools.pingpong;

import io.roce.nic.qp.QpType;

import picocli.CommandLine.Command;

/** {@code roce pingpong uc}. */
@Command(
    name = "uc",
    description = {
        "Messages back and forth over an unreliable connection, as ibv_uc_pingpong: with that or with another of this.",
        "One lost packet ends it, since nothing is sent again."
    })
public final class UcPingpong extends ConnectedPingpong
{
    public UcPingpong()
    {
        super(QpType.UC);
    }
}
