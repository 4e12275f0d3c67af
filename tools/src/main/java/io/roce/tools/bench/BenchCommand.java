package io.roce.tools.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.NicNode;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Labels;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.cli.ShutdownHook;
import io.roce.tools.report.OutputFolder;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce bench}. */
@Command(
    name = "bench",
    description = {
        "Measure how fast this is beside C that does the same: both sides by turns in one run, and the ratio of each " +
            "round. The C programs come with this one and are compiled where a compiler and their libraries are. " +
            "Everything stays on this machine, in processes that end with this one.",
        "Exit status 1 when a part cannot be measured, or an account does not balance: what was sent is what was " +
            "received and what the kernel dropped, and all that was received met its fate. A goal that is missed is " +
            "no failure."
    })
public final class BenchCommand implements Callable<Integer>
{
    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 3;
    private static final int PACKETS = 800_000;
    private static final int QUICK_PACKETS = 60_000;
    private static final int WARM_UP = 4_000_000;
    private static final int QUICK_WARM_UP = 300_000;
    private static final Duration SOAK = Duration.ofMinutes(1);
    private static final Duration QUICK_SOAK = Duration.ofSeconds(5);
    private static final Duration MIN_SOAK = Duration.ofSeconds(1);
    private static final Duration MAX_SOAK = Duration.ofDays(1);
    private static final int MAX_ROUNDS = 1_000;
    private static final int MAX_PACKETS = 40_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(
        arity = "0..*",
        paramLabel = "PART",
        completionCandidates = Parts.class,
        description = "What to measure: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<String> parts;

    @Option(
        names = "--quick",
        description = "A look of some minutes: fewer cases, rounds and packets, little warm-up; the figures are rough.")
    private boolean isQuick;

    @Option(
        names = "--rounds",
        paramLabel = "N",
        converter = RoundsConverter.class,
        description = "Rounds of each figure, 1 to 1000. Default: " + ROUNDS + ", with --quick " + QUICK_ROUNDS + ".")
    private Integer rounds;

    @Option(
        names = "--packets",
        paramLabel = "N",
        converter = PacketsConverter.class,
        description = "Packets that are sent, or handled in memory, in a round, 64 to 40000000; half of them where " +
            "they are paced. Default: " + PACKETS + ", with --quick " + QUICK_PACKETS + ".")
    private Integer packets;

    @Option(
        names = "--warm-up",
        paramLabel = "N",
        converter = WarmUpConverter.class,
        description = "Packets that each virtual machine handles before it is measured, 0 to 40000000. Default: " +
            WARM_UP + ", with --quick " + QUICK_WARM_UP + ".")
    private Integer warmUp;

    @Option(
        names = "--time",
        paramLabel = "DURATION",
        description = "How long soak loads each node, 1s to 24h. Default: 1min, with --quick 5s.")
    private Duration soak;

    @Option(
        names = "--link",
        split = ",",
        paramLabel = "KIND",
        converter = LinkConverter.class,
        completionCandidates = LinkConverter.class,
        description = "Links of the nodes that receive: ${COMPLETION-CANDIDATES}. Default: all that work here, with " +
            "--quick without nio.")
    private List<LinkKind> links;

    @Option(
        names = "--base",
        paramLabel = "ADDR",
        defaultValue = "127.0.0.1",
        description = "Loopback address; it and the seven behind it are used, with UDP and TCP port 4791. Default: " +
            "${DEFAULT-VALUE}.")
    private InetAddress base;

    @Option(
        names = "--cc",
        paramLabel = "COMPILER|none",
        description = "The C compiler; none: nothing is compared with C. Default: the first there is of cc, gcc and " +
            "clang.")
    private String compiler;

    @Option(
        names = "--plots",
        paramLabel = "FOLDER",
        description = "Write there what parts draw, as SVG; a folder that is new or empty. Of path: what a packet " +
            "costs over live queue pairs.")
    private Path plots;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException
    {
        requireBase();
        requireSoak();
        final Set<BenchPart> chosen = chosen();
        final String path = System.getenv("PATH");
        final PrintWriter text = output.isJson() ? new PrintWriter(Writer.nullWriter()) : output.out();
        final ProgressNote progress = new ProgressNote(output.err());
        try (OutputFolder folder = plots == null ? null : OutputFolder.open(plots);
            CPrograms programs = new CPrograms(compiler, path))
        {
            final Bench bench = new Bench(
                base,
                links(),
                rounds != null ? rounds : isQuick ? QUICK_ROUNDS : ROUNDS,
                packets != null ? packets : isQuick ? QUICK_PACKETS : PACKETS,
                warmUp != null ? warmUp : isQuick ? QUICK_WARM_UP : WARM_UP,
                (soak != null ? soak : isQuick ? QUICK_SOAK : SOAK).toNanos(),
                isQuick,
                programs,
                new Cores(path, Runtime.getRuntime().availableProcessors()),
                progress);
            return run(bench, chosen, text, folder);
        }
        finally
        {
            progress.clear();
        }
    }

    /** @param folder for plots; null for none. */
    private int run(
        final Bench bench, final Set<BenchPart> chosen, final PrintWriter text, final OutputFolder folder)
        throws IOException
    {
        final ObjectNode json = head(bench);
        text.println(sentence(bench));
        text.flush();
        final ArrayNode partsJson = json.putArray("parts");
        boolean isRight = true;
        for (final BenchPart part : chosen)
        {
            final PartResult result = result(part, bench);
            bench.progress().clear();
            new BenchText(text).part(part, result);
            partsJson.add(BenchJson.of(part, result));
            isRight &= result.failures().isEmpty();
            if (folder != null)
            {
                result.plots().forEach((name, plot) -> folder.put(name + ".svg", plot.svg() + "\n"));
            }
        }
        if (folder != null)
        {
            folder.commit();
        }
        final double load = load();
        json.put("load_at_end", Spread.rounded(load)).put("ok", isRight);
        text.println();
        text.println("load average at the end " + BenchText.number(load));
        text.flush();
        if (output.isJson())
        {
            output.json(json);
        }
        return isRight ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /** A part that cannot be measured is a failure with a sentence; the others are measured all the same. */
    private static PartResult result(final BenchPart part, final Bench bench) throws IOException
    {
        try
        {
            return part.run(bench);
        }
        catch (final CommandFailedException e)
        {
            if (Thread.currentThread().isInterrupted() || ShutdownHook.isProcessEnding())
            {
                throw e;
            }
            final PartResult result = new PartResult();
            result.fail("not measured: " + e.getMessage());
            return result;
        }
    }

    private ObjectNode head(final Bench bench)
    {
        final ObjectNode json = Json.object()
            .put("version", NicNode.version())
            .put("java", Runtime.version().toString())
            .put("processors", Runtime.getRuntime().availableProcessors())
            .put("rounds", bench.rounds())
            .put("packets", bench.packets())
            .put("warm_up", bench.warmUp())
            .put("quick", bench.isQuick())
            .put("rough", isRough(bench))
            .put("pinning", bench.cores().sentence())
            .put("load_at_start", Spread.rounded(load()));
        final ArrayNode linksJson = json.putArray("links");
        bench.links().forEach(link -> linksJson.add(link.label()));
        return json;
    }

    private String sentence(final Bench bench)
    {
        return String.format(
            Locale.ROOT,
            "roce %s, Java %s; rounds %d, packets %s, warm-up %s; %s; load average at the start %s%s",
            NicNode.version(),
            Runtime.version(),
            bench.rounds(),
            Numbers.count(bench.packets()),
            Numbers.count(bench.warmUp()),
            bench.cores().sentence(),
            BenchText.number(load()),
            isRough(bench) ?
                "\nThese figures are rough: at least " + Bench.GOOD_ROUNDS + " rounds after a warm-up of " +
                    Numbers.count(WARM_UP) + " packets are worth quoting." : "");
    }

    private static boolean isRough(final Bench bench)
    {
        return bench.rounds() < Bench.GOOD_ROUNDS || bench.warmUp() < WARM_UP || bench.isQuick();
    }

    /** In the order of the list, each once. */
    private Set<BenchPart> chosen()
    {
        final Set<BenchPart> chosen = EnumSet.noneOf(BenchPart.class);
        final List<String> known = new Parts();
        for (final String part : parts == null ? List.of(Parts.ALL) : parts)
        {
            final int index = known.indexOf(part);
            if (index < 0)
            {
                throw new ParameterException(
                    spec.commandLine(), "'" + part + "' is not available, only " + String.join(", ", known));
            }
            chosen.addAll(Parts.ALL.equals(part) ?
                EnumSet.allOf(BenchPart.class) : EnumSet.of(BenchPart.values()[index]));
        }
        return chosen;
    }

    private List<LinkKind> links()
    {
        try
        {
            if (links != null)
            {
                final List<LinkKind> wished = links.stream().distinct().toList();
                wished.forEach(UdpLink::resolve);
                return wished;
            }
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        final List<LinkKind> working = new ArrayList<>();
        for (final LinkKind link : LinkConverter.KINDS)
        {
            if (isWorking(link) && (!isQuick || link != LinkKind.NIO || working.isEmpty()))
            {
                working.add(link);
            }
        }
        return working;
    }

    private static boolean isWorking(final LinkKind link)
    {
        try
        {
            UdpLink.resolve(link);
            return true;
        }
        catch (final IllegalArgumentException e)
        {
            return false;
        }
    }

    private void requireBase()
    {
        final byte[] octets = base.getAddress();
        final boolean isRoom = (octets[octets.length - 1] & 0xFF) + Bench.ADDRESSES <= 0xFF;
        if (!(base instanceof Inet4Address) || !base.isLoopbackAddress() || !isRoom)
        {
            throw new ParameterException(spec.commandLine(), "--base is an IPv4 loopback address with seven more " +
                "behind it, such as 127.0.0.1: " + Addresses.format(base));
        }
    }

    private void requireSoak()
    {
        if (soak != null && (soak.compareTo(MIN_SOAK) < 0 || soak.compareTo(MAX_SOAK) > 0))
        {
            throw new ParameterException(
                spec.commandLine(), "--time is 1s to 24h: " + Durations.format(soak.toNanos()));
        }
    }

    private static double load()
    {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** What may be said. */
    private static final class Parts extends ArrayList<String>
    {
        private static final String ALL = "all";

        Parts()
        {
            super(Arrays.stream(BenchPart.values()).map(BenchPart::label).toList());
            add(ALL);
        }
    }

    private static final class LinkConverter extends Labels<LinkKind>
    {
        private static final LinkKind[] KINDS = {LinkKind.MMSG, LinkKind.EPOLL, LinkKind.NIO};

        LinkConverter()
        {
            super(KINDS, LinkKind::label);
        }
    }

    private static final class RoundsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, MAX_ROUNDS);
        }
    }

    private static final class PacketsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 64, MAX_PACKETS);
        }
    }

    private static final class WarmUpConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, MAX_PACKETS);
        }
    }
}
