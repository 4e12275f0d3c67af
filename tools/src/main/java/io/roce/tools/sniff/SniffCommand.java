package io.roce.tools.sniff;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ShutdownHook;
import io.roce.wire.capture.LiveCapture;
import io.roce.wire.capture.LiveCaptureConfig;
import io.roce.wire.capture.LocalAddresses;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce sniff}. */
@Command(
    name = "sniff",
    description = {
        "Show the RoCEv2 packets of a network interface as they come and go, each on a line as \"roce decode\" has " +
            "it, and what \"roce lint\" finds as soon as it is sure; a summary at the end. A capture shows the whole " +
            "IP header, so each ICRC is right or wrong and nothing is inferred.",
        "Ends with SIGINT or SIGTERM, or as --count and --seconds say. A line on standard error, \"ready " +
            "interface=...\", says that from now on nothing is missed.",
        "It takes libpcap, and root or the capability CAP_NET_RAW."
    })
public final class SniffCommand implements Callable<Integer>
{
    private static final long SIGNAL_PATIENCE_S = 5;

    @Spec
    private CommandSpec command;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "IFACE", arity = "1", description = "The interface: lo, eth0, ...")
    private String networkInterface;

    @Option(names = "--write", paramLabel = "FILE", description = "Write every frame to a pcapng file besides.")
    private Path file;

    @Option(
        names = "--count",
        paramLabel = "N",
        converter = Numbers.Count.class,
        description = "End after so many RoCEv2 packets.")
    private Integer count;

    @Option(
        names = "--seconds",
        paramLabel = "S",
        converter = Numbers.Count.class,
        description = "End after so many seconds.")
    private Integer seconds;

    @Option(
        names = "--filter",
        paramLabel = "BPF",
        description = "What is captured, in the language of tcpdump's filters. Default: UDP port 4791 over IPv4 and " +
            "IPv6, with and without VLAN tags, and fragments.")
    private String filter;

    @Option(
        names = "--address",
        paramLabel = "ADDR",
        converter = AddressConverter.class,
        description = "What counts as an address of this machine, instead of the addresses that the interface has. " +
            "May be repeated.")
    private List<InetAddress> addresses = new ArrayList<>();

    @Option(
        names = "--no-bind",
        description = "Leave UDP port 4791 of those addresses alone, for a node has it or will have. Else it is " +
            "taken and never read, so that the kernel does not answer with ICMP \"port unreachable\".")
    private boolean isNotBinding;

    @Option(
        names = {"-p", "--no-promiscuous"},
        description = "Do not ask the interface for what is addressed to other machines.")
    private boolean isNotPromiscuous;

    @Option(names = {"-q", "--quiet"}, description = "Print findings and the summary alone.")
    private boolean isQuiet;

    @Option(names = {"-V", "--verbose"}, description = "Print packets in full, as \"roce decode --verbose\" does.")
    private boolean isVerbose;

    private volatile String failure;
    private final CountDownLatch isDone = new CountDownLatch(1);

    @Override
    public Integer call()
    {
        try (LiveCapture capture = LiveCapture.open(new LiveCaptureConfig(
            networkInterface, filter, !isNotPromiscuous, false, LiveCaptureConfig.BUFFER_BYTES_DEFAULT)))
        {
            return sniff(capture);
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(command.commandLine(), "--filter: " + e.getMessage(), e);
        }
        catch (final IOException e)
        {
            failure = IoSentence.of(e);
            throw new CommandFailedException(failure, e);
        }
        finally
        {
            try
            {
                output.out().flush();
            }
            finally
            {
                isDone.countDown();
            }
        }
    }

    private int sniff(final LiveCapture capture) throws IOException
    {
        final LocalAddresses ofInterface = LocalAddresses.of(networkInterface);
        final LocalAddresses local = addresses.isEmpty() ? ofInterface : ofInterface.with(addresses);
        final List<InetAddress> toHold = isNotBinding ? List.of() : local.addresses();
        try (
            HeldPorts held = HeldPorts.take(toHold, sentence -> output.err().println("notice: " + sentence));
            SniffFile written = SniffFile.create(file, networkInterface, capture.linkType());
            SniffPrinter printer = new SniffPrinter(networkInterface, output, isQuiet, isVerbose))
        {
            final Sniffer sniffer = new Sniffer(capture, local, written, printer);
            final ShutdownHook onSignal = new ShutdownHook("roce-sniff-end", () -> end(sniffer));
            try
            {
                output.err().println("ready interface=" + networkInterface + " link_type=" + capture.linkType() +
                    " held=" + held.addresses().stream().map(Addresses::format).collect(Collectors.joining(",")));
                output.err().flush();
                sniffer.run(
                    count == null ? Long.MAX_VALUE : count,
                    seconds == null ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(seconds));
            }
            finally
            {
                onSignal.close();
            }
        }
        return ExitStatus.DONE;
    }

    /** Runs when the JVM was told to end. Halting says 0, where the JVM by itself would say 128 and the signal. */
    private void end(final Sniffer sniffer)
    {
        sniffer.end();
        try
        {
            if (!isDone.await(SIGNAL_PATIENCE_S, TimeUnit.SECONDS))
            {
                Runtime.getRuntime().halt(ExitStatus.FAILED);
            }
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
        if (failure != null)
        {
            // Once a signal is ending the process, nobody else says it.
            output.err().println("roce: " + failure);
            output.err().flush();
        }
        Runtime.getRuntime().halt(failure == null ? ExitStatus.DONE : ExitStatus.FAILED);
    }

    static final class AddressConverter implements ITypeConverter<InetAddress>
    {
        @Override
        public InetAddress convert(final String text)
        {
            return Addresses.parseHost(text);
        }
    }
}
