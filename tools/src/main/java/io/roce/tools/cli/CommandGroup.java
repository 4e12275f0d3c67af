package io.roce.tools.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that does nothing by itself: without one of its commands it shows which there are. */
public abstract class CommandGroup implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Override
    public final Integer call()
    {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
