package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.ledger.LedgerOption;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.send.FromOption;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the packets of a capture go and leave from, and which nodes are asked what became of them. */
public final class ReplayTargets
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--to",
        paramLabel = "ADDR[:PORT]",
        description = "Where packets go whose destination no --map names; port 4791 unless said. Without it these " +
            "are left out.")
    private InetSocketAddress to;

    @Option(
        names = "--map",
        paramLabel = "ADDR=NODE[:PORT][@ADMIN[:PORT]]",
        converter = AddressMapping.Converter.class,
        description = "NODE stands for the address ADDR of the capture: packets to ADDR go there, and packets that " +
            "ADDR sent leave from NODE's address, so that both sides of a conversation are replayed. ADMIN is where " +
            "the node is asked, by default --node or where packets go. May be repeated, for other addresses.")
    private List<AddressMapping> mappings = List.of();

    @Option(
        names = "--map-source",
        paramLabel = "ADDR=LOCAL[:PORT]",
        converter = SourceMapping.Converter.class,
        description = "Packets that ADDR sent leave from LOCAL instead, an address of this machine: for nodes on " +
            "other machines. May be repeated, for other addresses.")
    private List<SourceMapping> sourceMappings = List.of();

    @Mixin
    private FromOption from;

    @Mixin
    private LedgerOption ledger;

    /** Refuses what contradicts itself. */
    void check()
    {
        if (to == null && mappings.isEmpty())
        {
            throw new ParameterException(command.commandLine(), "where to? --to, or --map for single addresses");
        }
        requireDistinct("--map", mappings.stream().map(AddressMapping::recorded).toList());
        requireDistinct("--map-source", sourceMappings.stream().map(SourceMapping::recorded).toList());
        requireFamilies(true);
        requireFamilies(false);
    }

    /** Whether no rule is for single addresses: all packets go one way. */
    boolean isOneWay()
    {
        return mappings.isEmpty() && sourceMappings.isEmpty();
    }

    /** Whether some node is not to be asked. */
    boolean isSomeNodeSilent()
    {
        return ledger.isNone() && (to != null || mappings.stream().anyMatch(mapping -> mapping.admin() == null));
    }

    /** Addresses that a rule is for and that no packet went to or came from. */
    List<String> unused(final Routes routes)
    {
        return Stream.concat(
            mappings.stream().map(AddressMapping::recorded), sourceMappings.stream().map(SourceMapping::recorded))
            .filter(address -> !routes.isUsed(address))
            .map(Addresses::format)
            .distinct()
            .toList();
    }

    Routes routes(final QpnMap qpnMap, final boolean isIcrcKept)
    {
        final Map<InetSocketAddress, ReplayNode> nodes = new HashMap<>();
        final Target otherwise = to == null ? null : new Target(to, node(nodes, to, null));
        final Routes routes = new Routes(otherwise, from::toward, qpnMap, isIcrcKept);
        for (final AddressMapping mapping : mappings)
        {
            routes.target(mapping.recorded(), new Target(mapping.to(), node(nodes, mapping.to(), mapping.admin())));
            routes.source(mapping.recorded(), new InetSocketAddress(mapping.to().getAddress(), 0));
        }
        sourceMappings.forEach(mapping -> routes.source(mapping.recorded(), mapping.from()));
        return routes;
    }

    private ReplayNode node(
        final Map<InetSocketAddress, ReplayNode> nodes, final InetSocketAddress to, final InetSocketAddress own)
    {
        final InetSocketAddress admin = own == null ? ledger.adminAddress(to) : own;
        return nodes.computeIfAbsent(
            admin,
            address -> new ReplayNode(
                address, address == null ? null : ledger.client(address), own != null || ledger.isGiven()));
    }

    private void requireDistinct(final String option, final List<InetAddress> recorded)
    {
        for (final InetAddress address : recorded)
        {
            if (recorded.stream().filter(address::equals).count() > 1)
            {
                throw new ParameterException(
                    command.commandLine(), option + " is given twice for " + Addresses.format(address));
            }
        }
    }

    /** Packets go from any recorded address to any other of the same IP version. */
    private void requireFamilies(final boolean isIpv4)
    {
        final List<InetAddress> all = Stream.concat(
            Stream.concat(
                mappings.stream().filter(mapping -> isIpv4(mapping.recorded()) == isIpv4).map(AddressMapping::to),
                sourceMappings.stream().filter(mapping -> isIpv4(mapping.recorded()) == isIpv4)
                    .map(SourceMapping::from)),
            to == null ? Stream.empty() : Stream.of(to))
            .map(InetSocketAddress::getAddress)
            .toList();
        for (final InetAddress address : all)
        {
            if (isIpv4(address) != isIpv4(all.get(0)))
            {
                throw new ParameterException(command.commandLine(), "what stands for IPv" + (isIpv4 ? 4 : 6) +
                    " addresses of the capture must be of one IP version: " + Addresses.format(all.get(0)) + " and " +
                    Addresses.format(address) + " are not");
            }
        }
    }

    private static boolean isIpv4(final InetAddress address)
    {
        return address instanceof Inet4Address;
    }
}
