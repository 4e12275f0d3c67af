package io.roce.tools.pingpong;

import io.roce.nic.link.GidEntry;
import io.roce.nic.work.QpCap;
import io.roce.tools.adapter.AdapterOptions;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Numbers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What the pingpong programs of libibverbs have in common, with their letters and defaults, and a little more. */
final class PingpongOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private AdapterOptions adapter;

    @Parameters(
        arity = "0..1",
        paramLabel = "SERVER",
        description = "The server to connect to, over TCP; without it this is the server, and waits for a client.")
    private InetAddress server;

    @Option(
        names = {"-p", "--port"},
        paramLabel = "PORT",
        defaultValue = "18515",
        converter = TcpPort.class,
        description = "TCP port of the server; 0 for any, where this is the server. Default: ${DEFAULT-VALUE}.")
    private int tcpPort;

    @Option(
        names = "--listen",
        paramLabel = "ADDR",
        description = "Where the server waits for its client, 0.0.0.0 and :: for everywhere. Default: the address " +
            "that --gid-idx chooses.")
    private InetAddress listen;

    @Option(
        names = {"-r", "--rx-depth"},
        paramLabel = "N",
        defaultValue = "500",
        converter = RxDepth.class,
        description = "Receives that are posted at a time, 1 to 32768. Default: ${DEFAULT-VALUE}.")
    private int rxDepth;

    @Option(
        names = {"-n", "--iters"},
        paramLabel = "N",
        defaultValue = "1000",
        converter = Numbers.Count.class,
        description = "Iterations: messages there and back; the same for both ends. Default: ${DEFAULT-VALUE}.")
    private int iters;

    @Option(
        names = {"-l", "--sl"},
        paramLabel = "SL",
        defaultValue = "0",
        converter = ServiceLevel.class,
        description = "Service level, 0 to 15; of no effect, since RoCEv2 packets carry none.")
    private int serviceLevel;

    @Option(
        names = {"-g", "--gid-idx"},
        paramLabel = "INDEX",
        defaultValue = "0",
        description = "Which address of the port, counted from 0. Default: ${DEFAULT-VALUE}.")
    private int gidIndex;

    @Option(
        names = {"-c", "--chk"},
        description = "Validate what is received. The client fills each message with other bytes, 0 at each " +
            "multiple of 4096, and compares all of what comes back; the server looks for the zeros.")
    private boolean isChecked;

    @Option(
        names = "--timeout",
        paramLabel = "DURATION",
        defaultValue = "10s",
        converter = Patience.class,
        description = "Give up when the peer has done nothing for so long; 0 waits for ever, as the programs of " +
            "libibverbs do. Default: ${DEFAULT-VALUE}.")
    private Duration timeout;

    AdapterOptions adapter()
    {
        return adapter;
    }

    /** The address of this end. */
    GidEntry gid()
    {
        return adapter.gid("--gid-idx", gidIndex);
    }

    boolean isServer()
    {
        return server == null;
    }

    /** Where the server is or, when this is it, shall be; over TCP. */
    InetSocketAddress tcp()
    {
        if (!isServer())
        {
            if (tcpPort == 0)
            {
                throw new ParameterException(command.commandLine(), "--port 0 is for servers");
            }
            if (listen != null)
            {
                throw new ParameterException(command.commandLine(), "--listen is for servers");
            }
            return new InetSocketAddress(server, tcpPort);
        }
        return new InetSocketAddress(listen == null ? gid().udp().getAddress() : listen, tcpPort);
    }

    int rxDepth()
    {
        return rxDepth;
    }

    int iters()
    {
        return iters;
    }

    boolean isChecked()
    {
        return isChecked;
    }

    /** 0 is for ever. */
    Duration timeout()
    {
        return timeout;
    }

    /** 16 bits. */
    static final class TcpPort implements ITypeConverter<Integer>
    {
        private static final int MAX = 0xFFFF;

        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, MAX);
        }
    }

    /** As many as a queue pair takes. */
    static final class RxDepth implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, QpCap.MAX_WR);
        }
    }

    /** 4 bits. */
    static final class ServiceLevel implements ITypeConverter<Integer>
    {
        private static final int MAX = 15;

        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, MAX);
        }
    }

    /** As much as sockets can wait, in milliseconds: 24 days. */
    static final class Patience implements ITypeConverter<Duration>
    {
        private static final Duration MAX = Duration.ofDays(24);

        @Override
        public Duration convert(final String text)
        {
            final Duration time = Durations.parse(text);
            if (time.compareTo(MAX) > 0)
            {
                throw new TypeConversionException(
                    text + " is out of range: 0 to " + Durations.format(MAX.toNanos()) + ", 24 days");
            }
            return time;
        }
    }
}
