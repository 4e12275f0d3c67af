package io.roce.tools.rewrite;

import io.roce.tools.mapping.Mapping;
import io.roce.tools.mapping.QpnMap;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What is to be changed, as options. */
final class RewriteOptions
{
    private static final String ADDRESS = "--address";
    private static final String MAC = "--mac";
    private static final String UDP_SRC_PORT = "--udp-src-port";
    private static final String MAP_QP = "--map-qp";
    private static final String PSN_OFFSET = "--psn-offset";
    private static final String P_KEY = "--p-key";
    private static final String DSCP = "--dscp";

    @Option(
        names = ADDRESS,
        paramLabel = "A=B",
        converter = Rule.Address.class,
        description = "IP address, of source and destination, of every IP packet. May be repeated.")
    private List<Rule<InetAddress>> addressRules = List.of();

    @Option(
        names = MAC,
        paramLabel = "A=B",
        converter = Rule.EtherAddress.class,
        description = "MAC address, of source and destination, of every Ethernet frame. May be repeated.")
    private List<Rule<String>> etherAddressRules = List.of();

    @ArgGroup(exclusive = true)
    private VlanChange vlan = new VlanChange();

    @Option(
        names = UDP_SRC_PORT,
        paramLabel = "[A=]B",
        converter = Rule.Uint16.class,
        description = "UDP source port of RoCEv2 packets: of all, or A alone. May be repeated.")
    private List<Rule<Integer>> udpSourcePortRules = List.of();

    @Option(
        names = MAP_QP,
        paramLabel = "[ADDR/]A=B",
        converter = Mapping.Converter.class,
        description = "The queue pair A becomes B, as destination (BTH) and as source (DETH); with an address, A at " +
            "that address of the capture. May be repeated.")
    private List<Mapping> qpnRules = List.of();

    @Option(
        names = PSN_OFFSET,
        paramLabel = "[[ADDR/]QPN=]N",
        converter = PsnOffset.Converter.class,
        description = "Add N, of either sign, to the PSN of all packets but CNPs, or of those to a queue pair of the " +
            "capture. Answers carry the PSNs of requests: give both ends the same. May be repeated.")
    private List<PsnOffset> psnRules = List.of();

    @Option(
        names = P_KEY,
        paramLabel = "[A=]B",
        converter = Rule.Uint16.class,
        description = "P_Key: of all packets, or A alone. May be repeated.")
    private List<Rule<Integer>> pKeyRules = List.of();

    @Option(
        names = DSCP,
        paramLabel = "[A=]B",
        converter = Rule.Dscp.class,
        description = "DSCP of RoCEv2 packets, 0 to 63: of all, or A alone; ECN stays. May be repeated.")
    private List<Rule<Integer>> dscpRules = List.of();

    private final QpnMap qpns = new QpnMap();
    private final QpnMap psnOffsets = new QpnMap();
    private Rules<InetAddress> addresses;
    private Rules<String> etherAddresses;
    private Rules<Integer> udpSourcePorts;
    private Rules<Integer> pKeys;
    private Rules<Integer> dscps;
    private int psnOffset;

    /**
     * To be called first.
     *
     * @throws IllegalArgumentException when two rules are for the same; the message says which.
     */
    void conclude()
    {
        addresses = new Rules<>(ADDRESS, addressRules);
        etherAddresses = new Rules<>(MAC, etherAddressRules);
        udpSourcePorts = new Rules<>(UDP_SRC_PORT, udpSourcePortRules);
        pKeys = new Rules<>(P_KEY, pKeyRules);
        dscps = new Rules<>(DSCP, dscpRules);
        vlan.conclude();
        putMappings(MAP_QP, qpnRules, qpns);
        putMappings(PSN_OFFSET, psnMappings(), psnOffsets);

        final List<PsnOffset> ofAll = psnRules.stream().filter(rule -> rule.mapping() == null).toList();
        if (ofAll.size() > 1)
        {
            throw new IllegalArgumentException(PSN_OFFSET + " is given twice");
        }
        psnOffset = ofAll.isEmpty() ? 0 : ofAll.get(0).offset();
    }

    Rules<InetAddress> addresses()
    {
        return addresses;
    }

    Rules<String> etherAddresses()
    {
        return etherAddresses;
    }

    VlanChange vlan()
    {
        return vlan;
    }

    Rules<Integer> udpSourcePorts()
    {
        return udpSourcePorts;
    }

    Rules<Integer> pKeys()
    {
        return pKeys;
    }

    Rules<Integer> dscps()
    {
        return dscps;
    }

    QpnMap qpns()
    {
        return qpns;
    }

    /** The offset for a queue pair in the place of its number; for others {@link #psnOffset}. */
    QpnMap psnOffsets()
    {
        return psnOffsets;
    }

    int psnOffset()
    {
        return psnOffset;
    }

    /** By option, what its rules are for that nothing was found for. */
    Map<String, List<String>> unused()
    {
        final Map<String, List<String>> unused = new LinkedHashMap<>();
        unused.put(ADDRESS, addresses.unused());
        unused.put(MAC, etherAddresses.unused());
        unused.put(VlanChange.OPTION, vlan.unused());
        unused.put(UDP_SRC_PORT, udpSourcePorts.unused());
        unused.put(MAP_QP, unused(qpnRules, qpns));
        unused.put(PSN_OFFSET, unused(psnMappings(), psnOffsets));
        unused.put(P_KEY, pKeys.unused());
        unused.put(DSCP, dscps.unused());
        unused.values().removeIf(List::isEmpty);
        return unused;
    }

    private List<Mapping> psnMappings()
    {
        final List<Mapping> mappings = new ArrayList<>();
        psnRules.stream().filter(rule -> rule.mapping() != null).forEach(rule -> mappings.add(rule.mapping()));
        return mappings;
    }

    private static List<String> unused(final List<Mapping> mappings, final QpnMap map)
    {
        return mappings.stream().filter(mapping -> !mapping.isUsed(map)).map(Mapping::from).toList();
    }

    private static void putMappings(final String option, final List<Mapping> mappings, final QpnMap map)
    {
        for (final Mapping mapping : mappings)
        {
            if (mappings.stream().filter(mapping::isRival).count() > 1)
            {
                throw new IllegalArgumentException(option + " is given twice for " + mapping.from());
            }
            mapping.putInto(map);
        }
    }
}
