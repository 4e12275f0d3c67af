package io.roce.tools.admin;

import java.net.InetSocketAddress;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The one node that a command talks to. */
public final class NodeOption
{
    /** Where a node serves that was started without options. */
    public static final String DEFAULT = "127.0.0.1:4791";

    @Option(
        names = "--node",
        defaultValue = DEFAULT,
        paramLabel = "ADDR[:PORT]",
        description = "The node's admin address; port 4791 unless said. Default: ${DEFAULT-VALUE}.")
    private InetSocketAddress node;

    @Mixin
    private TokenOption token;

    public AdminClient client()
    {
        return token.client(node);
    }
}
