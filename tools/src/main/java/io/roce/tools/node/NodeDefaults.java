package io.roce.tools.node;

import io.roce.nic.NicNodeConfig;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Durations;
import io.roce.tools.record.RecordOptions;
import io.roce.wire.PKey;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What a node's options are when they are not given: what {@link NicNodeConfig} starts with, in words. */
final class NodeDefaults implements IDefaultValueProvider
{
    private final NicNodeConfig config = new NicNodeConfig();
    private final TrafficDefaults traffic = new TrafficDefaults();

    @Override
    public String defaultValue(final ArgSpec argument)
    {
        return switch (((OptionSpec)argument).longestName())
        {
            case "--bind" -> Addresses.format(config.ports().first());
            case "--pkeys" -> PKey.format(config.ports().get(1).pKeys().get(0));
            case "--mtu" -> String.valueOf(config.ports().get(1).activeMtu());
            case "--drops" -> String.valueOf(config.drops());
            case "--lanes" -> String.valueOf(config.lanes().count());
            case "--steering" -> config.lanes().steering().label();
            case "--qpns" -> new NodeValues.Pool(config.firstQpn(), config.lastQpn()).toString();
            case "--max-qps" -> String.valueOf(config.maxQps());
            case "--quarantine" -> config.quarantine().toString();
            case "--quarantine-cap" -> Durations.format(config.quarantineCapNs());
            case "--packet-lifetime" -> Durations.format(config.packetLifetimeNs());
            case "--pressure" -> config.pressure().label();
            case "--reset-hold" -> config.resetHold().label();
            case "--allocation" -> config.allocation().label();
            case "--table" -> config.table().label();
            case "--qp-cache" -> new NodeValues.Cache(config.cache().sets(), config.cache().ways()).toString();
            case "--qp-cache-order" -> config.cache().kind().label();
            case "--miss-cost" ->
                new NodeValues.CostOfMiss(config.cache().missCostKind(), config.cache().missCostNs()).toString();
            case "--record-only", "--record-size", "--record-files" ->
                RecordOptions.defaultValue(((OptionSpec)argument).longestName());
            default -> traffic.defaultValue(argument);
        };
    }
}
