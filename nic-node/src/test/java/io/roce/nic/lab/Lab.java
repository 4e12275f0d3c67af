package io.roce.nic.lab;

import io.roce.nic.transport.Profile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The guests of {@code captures/lab} with the Linux kernel's own RoCE, and this machine as seen in their network. It
 * ends with the JVM, however that ends; guests that were up before stay up. For one thread.
 */
public final class Lab implements AutoCloseable
{
    /** Guests that there are; two, so that what kernels say to each other can be compared with. */
    public static final int GUESTS = 2;

    /** For a path MTU of 4096. */
    private static final String LINK_MTU = "9000";

    private static final long END_S = 30;
    private static final Path ROOT = Path.of(System.getProperty("roce.root"));
    private static final String SCRIPT = ROOT.resolve(Path.of("captures", "lab", "rxe-lab")).toString();
    /** What the processes say on standard error. */
    private static final Path LOG = Path.of("target", "lab.log").toAbsolutePath();

    private final List<Process> started = new ArrayList<>();
    private final Map<Integer, End> kernels = new HashMap<>();
    private final Map<Profile, End> nodes = new HashMap<>();
    private final Process hold;
    private final Host host = new Host(this);
    private final List<Guest> guests = new ArrayList<>();

    /** Builds what guests run if need be, and starts them: half a minute, and more on a machine that is busy. */
    Lab() throws IOException
    {
        Files.createDirectories(LOG.getParent());
        Files.deleteIfExists(LOG);
        hold = start("hold", String.valueOf(GUESTS));
        final BufferedReader out = hold.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.equals("ready"))
        {
            line = out.readLine();
        }
        if (line == null)
        {
            throw new IllegalStateException("the lab did not start: " + log());
        }
        for (int i = 1; i <= GUESTS; i++)
        {
            final Guest guest = new Guest(this, i);
            guests.add(guest);
            // Also where they were up before.
            guest.exec("tc qdisc del dev eth0 root 2> /dev/null; ip link set eth0 mtu " + LINK_MTU);
        }
    }

    /** In a few words why there can be no lab on this machine; empty if there can be one. */
    static String whyNot()
    {
        try
        {
            final Process need = new ProcessBuilder(SCRIPT, "need").redirectErrorStream(true).start();
            return new String(need.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        }
        catch (final IOException ex)
        {
            return ex.getMessage();
        }
    }

    /** @param number from 1 to {@link #GUESTS}. */
    public Guest guest(final int number)
    {
        return guests.get(number - 1);
    }

    public Host host()
    {
        return host;
    }

    /** The kernel of that guest as an end of scenarios. */
    End kernel(final int number)
    {
        return kernels.computeIfAbsent(number, key -> new End(guest(key)));
    }

    /** A node of ours as an end of scenarios. Those with other profiles end, since they have the same address. */
    End node(final Profile profile)
    {
        if (!nodes.containsKey(profile))
        {
            nodes.values().forEach(End::close);
            nodes.clear();
            nodes.put(profile, new End(host, profile));
        }
        return nodes.get(profile);
    }

    /** Starts the lab's script with these words; the process ends with the lab at the latest. */
    Process start(final String... words)
    {
        final List<String> command = Stream.concat(Stream.of(SCRIPT), Arrays.stream(words)).toList();
        final ProcessBuilder builder = new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(LOG.toFile()));
        builder.environment().put("RXE_LAB_MTU", LINK_MTU);
        try
        {
            final Process process = builder.start();
            started.removeIf(other -> !other.isAlive());
            started.add(process);
            return process;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** The end of what processes have said on standard error. */
    public static String log()
    {
        try
        {
            final List<String> lines = Files.readAllLines(LOG);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        }
        catch (final IOException ex)
        {
            return ex.getMessage();
        }
    }

    /** Standard input that closes tells each of them to end; the script ends what goes on all the same. */
    @Override
    public void close()
    {
        started.remove(hold);
        started.forEach(Lab::closeInput);
        closeInput(hold);
        try
        {
            if (!hold.waitFor(END_S, TimeUnit.SECONDS))
            {
                throw new IllegalStateException("the lab does not end: " + log());
            }
            for (final Process process : started)
            {
                if (!process.waitFor(END_S, TimeUnit.SECONDS))
                {
                    process.destroyForcibly();
                }
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeInput(final Process process)
    {
        try
        {
            process.getOutputStream().close();
        }
        catch (final IOException ex)
        {
            // It has ended, with input left that it did not read.
        }
    }
}
