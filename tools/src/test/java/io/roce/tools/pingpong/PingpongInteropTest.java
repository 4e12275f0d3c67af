package io.roce.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.lab.Interop;
import io.roce.nic.lab.IpVersion;
import io.roce.nic.lab.Lab;
import io.roce.tools.CommandShell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code roce pingpong} against {@code ibv_rc_pingpong} and its kin in a guest, each as server and as client. */
@Interop
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PingpongInteropTest
{
    private static final int ITERATIONS = 20;
    private static final List<Integer> SIZES = List.of(1, 1_023, 1_024, 1_025, 4_096, 65_536);

    /** Over UD a message is one packet. */
    private static final int LONGEST_DATAGRAM = 4_096;

    private static final long END_S = 60;

    /** Until the port that all of them have, 18515, is listened at. */
    private static final String AWAIT_LISTENER =
        "for i in $(seq 300); do cat /proc/net/tcp /proc/net/tcp6 | grep -q ':4853 .* 0A ' && exit 0; sleep 0.1; " +
            "done; exit 1";

    private final Lab lab;
    private final CommandShell commands;

    PingpongInteropTest(final Lab lab)
    {
        this.lab = lab;
        commands = new CommandShell(lab);
    }

    static Stream<Arguments> runs()
    {
        return Stream.of("rc", "uc", "ud").flatMap(kind ->
            Stream.of(IpVersion.values()).map(version -> Arguments.of(kind, version)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldBeTheClientOfALinuxServer(final String kind, final IpVersion version) throws Exception
    {
        for (final int size : sizes(kind))
        {
            final Process theirs = startTheirs(theirs(kind, version, size));
            lab.guest(1).exec(AWAIT_LISTENER);
            begin(kind, version, size, lab.guest(1).address(IpVersion.IPV4));
            expectSuccess(kind, size, theirs);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldBeTheServerOfALinuxClient(final String kind, final IpVersion version) throws Exception
    {
        for (final int size : sizes(kind))
        {
            begin(kind, version, size, "--listen", lab.host().address(IpVersion.IPV4));
            assertEquals(0, lab.host().start("sh", "-c", AWAIT_LISTENER).waitFor());
            final Process theirs = startTheirs(
                theirs(kind, version, size) + ' ' + lab.host().address(IpVersion.IPV4));
            expectSuccess(kind, size, theirs);
        }
    }

    private static List<Integer> sizes(final String kind)
    {
        return SIZES.stream().filter(size -> !kind.equals("ud") || size <= LONGEST_DATAGRAM).toList();
    }

    /** Index 1 of a guest's GID table is its IPv4 address, 2 the global IPv6 one. */
    private static String theirs(final String kind, final IpVersion version, final int size)
    {
        final int gidIndex = version == IpVersion.IPV4 ? 1 : 2;
        return "ibv_%s_pingpong -d rxe0 -g %d -s %d -n %d -c".formatted(kind, gidIndex, size, ITERATIONS);
    }

    private Process startTheirs(final String command) throws IOException
    {
        final Process theirs = lab.guest(1).start(command);
        theirs.getOutputStream().close();
        return theirs;
    }

    /** Ours, in the process that all of them share. */
    private void begin(final String kind, final IpVersion version, final int size, final String... arguments)
    {
        final List<String> command = new ArrayList<>(List.of(
            "pingpong", kind, "-d", lab.host().address(version), "-s", String.valueOf(size),
            "-n", String.valueOf(ITERATIONS), "-c"));
        command.addAll(List.of(arguments));
        commands.begin(command.toArray(String[]::new));
    }

    /** Both ends are content with what they got, and both have counted the bytes of both ways. */
    private void expectSuccess(final String kind, final int size, final Process theirs) throws Exception
    {
        final String run = "%s, %d bytes".formatted(kind, size);
        final CommandShell.Ended ours = commands.end();
        final String theirText = end(theirs, run);
        assertEquals(0, ours.status(), () -> run + ": " + ours.text() + theirText + Lab.log());
        assertEquals(0, theirs.exitValue(), () -> run + ": " + theirText);
        final long bytes = 2L * size * ITERATIONS;
        assertTrue(ours.text().contains("%,d bytes in ".formatted(bytes)), ours.text());
        assertTrue(theirText.contains(bytes + " bytes in "), theirText);
        assertFalse(theirText.contains("invalid data"), theirText);
    }

    private static String end(final Process process, final String run) throws IOException, InterruptedException
    {
        if (!process.waitFor(END_S, TimeUnit.SECONDS))
        {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            throw new AssertionError(run + ": a process does not end: " +
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8) + Lab.log());
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
