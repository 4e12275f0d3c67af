package io.roce.tools;

import java.net.InetSocketAddress;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The one node that a command talks to. */
final class NodeOption
{
    @Option(
        names = "--node",
        required = true,
        paramLabel = "ADDR[:PORT]",
        description = "The node's admin address; port 4791 unless said.")
    private InetSocketAddress node;

    @Mixin
    private TokenOption token;

    AdminClient client()
    {
        return token.client(node);
    }
}
