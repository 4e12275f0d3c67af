package io.roce.tools.perf;

import io.roce.tools.cli.CommandGroup;

import picocli.CommandLine.Command;

/** {@code roce perf}: bandwidth and latency between two adapters. */
@Command(
    name = "perf",
    description = "Measure bandwidth and latency between two adapters, as the programs of perftest do.",
    subcommands = {
        PerfCommand.Write.class,
        PerfCommand.Read.class,
        PerfCommand.Send.class,
        PerfCommand.Atomic.class,
    },
    commandListHeading = "%nCommands:%n")
public final class PerfCommand extends CommandGroup
{
    @Command(name = "write", description = "Measure RDMA WRITE, over RC or UC. " + PerfOpCommand.USE)
    static final class Write extends PerfOpCommand
    {
        Write()
        {
            super(PerfOp.WRITE);
        }
    }

    @Command(name = "read", description = "Measure RDMA READ, over RC. " + PerfOpCommand.USE)
    static final class Read extends PerfOpCommand
    {
        Read()
        {
            super(PerfOp.READ);
        }
    }

    @Command(name = "send", description = "Measure SEND, over RC, UC or UD. " + PerfOpCommand.USE)
    static final class Send extends PerfOpCommand
    {
        Send()
        {
            super(PerfOp.SEND);
        }
    }

    @Command(name = "atomic", description = "Measure atomics, FETCH AND ADD, over RC. " + PerfOpCommand.USE)
    static final class Atomic extends PerfOpCommand
    {
        Atomic()
        {
            super(PerfOp.ATOMIC);
        }
    }
}
