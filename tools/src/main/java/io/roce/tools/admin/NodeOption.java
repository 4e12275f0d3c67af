package io.roce.tools.admin;

import java.net.InetSocketAddress;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The one node that a command talks to. */
public final class NodeOption
{
    @Option(
        names = "--node",
        required = true,
        paramLabel = "ADDR[:PORT]",
        description = "The node's admin address; port 4791 unless said.")
    private InetSocketAddress node;

    @Mixin
    private TokenOption token;

    public AdminClient client()
    {
        return token.client(node);
    }
}
