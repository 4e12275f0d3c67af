package io.roce.tools.node;

import io.roce.nic.NicNodeConfig;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What {@link TrafficOptions} are when they are not given: what {@link NicNodeConfig} starts with. It says nothing of a
 * command's other options.
 */
public final class TrafficDefaults implements IDefaultValueProvider
{
    private final NicNodeConfig config;

    /** For commands whose adapters are as a node is. */
    public TrafficDefaults()
    {
        this(new NicNodeConfig());
    }

    /** For commands that choose otherwise for one of them. */
    public TrafficDefaults(final NicNodeConfig config)
    {
        this.config = config;
    }

    @Override
    public String defaultValue(final ArgSpec argument)
    {
        if (!(argument instanceof final OptionSpec option))
        {
            return null;
        }
        return switch (option.longestName())
        {
            case "--icrc" -> config.icrcMode().label();
            case "--profile" -> config.profile().label();
            case "--link" -> config.link().label();
            case "--gso" -> config.gso().label();
            case "--receive-buffer" -> String.valueOf(config.receiveBufferBytes());
            default -> null;
        };
    }
}
