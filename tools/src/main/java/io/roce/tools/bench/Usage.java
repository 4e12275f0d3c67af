package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.NodeAdmin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node has taken of the machine since its start, or between two moments. What nobody says is
 * {@link Double#NaN}.
 *
 * @param processCpuNs   of all threads.
 * @param laneCpuNs      of the thread that takes the packets.
 * @param allocatedBytes by that thread.
 * @param receiveCalls   system calls that asked for datagrams.
 * @param wakeUps        times that the thread had slept: its voluntary context switches.
 * @param userTicks      of its processor time, hundredths of a second outside of the kernel, as that samples it.
 * @param systemTicks    and within.
 */
record Usage(
    double processCpuNs,
    double laneCpuNs,
    double allocatedBytes,
    double receiveCalls,
    double wakeUps,
    double userTicks,
    double systemTicks)
{
    /** The kernel keeps so many bytes of a thread's name. */
    private static final int KERNEL_NAME_LENGTH = 15;

    private static final double KIB = 1_024;

    /** Places behind the name in {@code stat}. */
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    static Usage read(final NodeAdmin admin)
    {
        final JsonNode json = admin.request("GET", "/v1/usage", null);
        double calls = 0;
        for (final JsonNode link : json.path("links"))
        {
            calls += known(link.path("receive_calls"));
        }
        final JsonNode lane = json.path("lane");
        final double[] kernel = kernelFigures(
            Path.of("/proc", json.path("process").path("pid").asText(), "task"), lane.path("thread").asText());
        return new Usage(
            known(json.path("process").path("cpu_ns")),
            known(lane.path("cpu_ns")),
            known(lane.path("allocated_bytes")),
            calls,
            kernel[0],
            kernel[1],
            kernel[2]);
    }

    /** What is resident of a node's memory; {@link Double#NaN} where the system does not say. */
    static double residentBytes(final NodeAdmin admin)
    {
        final String pid = admin.request("GET", "/v1/usage", null).path("process").path("pid").asText();
        try
        {
            return Files.readAllLines(Path.of("/proc", pid, "status"), StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> KIB * Double.parseDouble(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(Double.NaN);
        }
        catch (final IOException e)
        {
            return Double.NaN;
        }
    }

    Usage since(final Usage earlier)
    {
        return new Usage(
            processCpuNs - earlier.processCpuNs,
            laneCpuNs - earlier.laneCpuNs,
            allocatedBytes - earlier.allocatedBytes,
            receiveCalls - earlier.receiveCalls,
            wakeUps - earlier.wakeUps,
            userTicks - earlier.userTicks,
            systemTicks - earlier.systemTicks);
    }

    private static double known(final JsonNode value)
    {
        return value.asDouble(Double.NaN);
    }

    /** Wake-ups, user and system ticks of a thread by its name. */
    private static double[] kernelFigures(final Path tasks, final String thread)
    {
        final String name = thread.substring(0, Math.min(KERNEL_NAME_LENGTH, thread.length()));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(tasks))
        {
            for (final Path task : folders)
            {
                if (Files.readString(task.resolve("comm")).strip().equals(name))
                {
                    return kernelFigures(task);
                }
            }
        }
        catch (final IOException e)
        {
            // Not Linux, or a thread that has just ended: nobody says.
            return unknown();
        }
        return unknown();
    }

    private static double[] kernelFigures(final Path task) throws IOException
    {
        final String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        final List<String> status = Files.readAllLines(task.resolve("status"), StandardCharsets.ISO_8859_1);
        final double wakeUps = status.stream()
            .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
            .findFirst()
            .orElse(Double.NaN);
        return new double[]{wakeUps, Double.parseDouble(fields[USER_TIME]), Double.parseDouble(fields[SYSTEM_TIME])};
    }

    private static double[] unknown()
    {
        return new double[]{Double.NaN, Double.NaN, Double.NaN};
    }
}
