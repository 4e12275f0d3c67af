package io.roce.tools.why;

import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Labels;
import io.roce.tools.cli.Numbers;

import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine.Option;

/** Which drops are asked for: mixed into the command. */
final class DropFilter
{
    @Option(
        names = "--fate",
        split = ",",
        paramLabel = "FATE",
        converter = Drops.class,
        description =
            "Only drops with this fate, in the summary too; several with commas between, or repeated.")
    private List<Fate> fates = List.of();

    @Option(
        names = "--qpn",
        paramLabel = "QPN",
        converter = Numbers.Uint24.class,
        description = "Only drops of packets that name this number.")
    private Integer qpn;

    @Option(names = "--peer", paramLabel = "ADDR", description = "Only drops of packets from this address.")
    private InetAddress peer;

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "20",
        converter = Numbers.Count.class,
        description = "At most so many, the newest. Default: ${DEFAULT-VALUE}.")
    private int limit;

    /** Whether drops with this fate are, whatever they name and wherever they come from. */
    boolean isAsked(final String fate)
    {
        return fates.isEmpty() || fates.stream().anyMatch(asked -> asked.name().equals(fate));
    }

    int limit()
    {
        return limit;
    }

    /** The parameters of a request, each with an ampersand in front. */
    String parameters()
    {
        return (fates.isEmpty() ? "" : "&fate=" + fates.stream().map(Fate::name).collect(Collectors.joining(","))) +
            (qpn == null ? "" : "&qpn=" + qpn) +
            (peer == null ? "" : "&peer=" + URLEncoder.encode(Addresses.format(peer), StandardCharsets.UTF_8));
    }

    /** The fates that are drops, by their names. */
    static final class Drops extends Labels<Fate>
    {
        Drops()
        {
            super(Stream.of(Fate.values()).filter(Fate::isDrop).toArray(Fate[]::new), Fate::name);
        }
    }
}
