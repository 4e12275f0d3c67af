package io.roce.tools.perf;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.GsoMode;
import io.roce.tools.node.TrafficDefaults;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;

/** As an adapter is by default, but for what makes it slower so that captures can be read. */
final class PerfDefaults implements IDefaultValueProvider
{
    private final TrafficDefaults traffic = new TrafficDefaults(new NicNodeConfig().gso(GsoMode.AUTO));

    @Override
    public String defaultValue(final ArgSpec argument)
    {
        return traffic.defaultValue(argument);
    }
}
