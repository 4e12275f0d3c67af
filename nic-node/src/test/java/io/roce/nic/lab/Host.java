package io.roce.nic.lab;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** This machine in the lab's network. */
public final class Host
{
    private final Lab lab;

    Host(final Lab lab)
    {
        this.lab = lab;
    }

    public String address(final IpVersion version)
    {
        return version.address(1);
    }

    /** Starts a command of this machine, whose standard input and output are those of the process. */
    public Process start(final String... command)
    {
        return lab.start(Stream.concat(Stream.of("host"), Arrays.stream(command)).toArray(String[]::new));
    }

    /** Starts a class of the tests' class path in a JVM like this one. */
    public Process java(final String mainClass, final String... arguments)
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--"))
            .forEach(command::add);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(mainClass);
        command.addAll(List.of(arguments));
        return start(command.toArray(String[]::new));
    }
}
