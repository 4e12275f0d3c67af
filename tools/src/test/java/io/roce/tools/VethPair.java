package io.roce.tools;

import io.roce.wire.Skip;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Two network namespaces of Linux with an Ethernet between them, that nobody else sees: {@link #here} with the
 * interface {@link #INTERFACE} and {@link #HERE}, {@link #peer} with {@link #PEER}.
 */
public final class VethPair implements AutoCloseable
{
    public static final String INTERFACE = "rciveth0";
    public static final String HERE = "10.91.7.1";
    public static final String PEER = "10.91.7.2";

    /** That of {@link #peer}. */
    public static final String PEER_INTERFACE = "rciveth1";

    private static final long PATIENCE_S = 30;

    private final String here = "rci-here-" + ProcessHandle.current().pid();
    private final String peer = "rci-peer-" + ProcessHandle.current().pid();

    private VethPair()
    {
    }

    /** Skips the test where namespaces cannot be made. */
    public static VethPair open()
    {
        final VethPair pair = new VethPair();
        try
        {
            pair.run("ip", "netns", "add", pair.here);
            pair.run("ip", "netns", "add", pair.peer);
            pair.run("ip", "-n", pair.here, "link", "set", "lo", "up");
            pair.run("ip", "-n", pair.peer, "link", "set", "lo", "up");
            pair.connect();
            return pair;
        }
        catch (final IOException ex)
        {
            pair.close();
            Skip.unless(false, "network namespaces take Linux, ip(8) and root: " + ex.getMessage());
            throw new IllegalStateException(ex);
        }
    }

    /** Makes the Ethernet, with its addresses. */
    public void connect() throws IOException
    {
        run("ip", "link", "add", INTERFACE, "netns", here, "type", "veth",
            "peer", "name", PEER_INTERFACE, "netns", peer);
        run("ip", "-n", here, "addr", "add", HERE + "/24", "dev", INTERFACE);
        run("ip", "-n", peer, "addr", "add", PEER + "/24", "dev", PEER_INTERFACE);
        run("ip", "-n", here, "link", "set", INTERFACE, "up");
        run("ip", "-n", peer, "link", "set", PEER_INTERFACE, "up");
    }

    /** Takes it away. */
    public void disconnect() throws IOException
    {
        run("ip", "-n", here, "link", "del", INTERFACE);
    }

    /** Says something of the interface to ip(8): {@code addr flush dev}. */
    public void ip(final String... words) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of("ip", "-n", here));
        command.addAll(List.of(words));
        command.add(INTERFACE);
        run(command.toArray(String[]::new));
    }

    /** Lets the kernel cut up what is sent in one piece before it leaves; skips the test where there is no ethtool. */
    public void segmentInSoftware()
    {
        try
        {
            run("ip", "netns", "exec", here, "ethtool", "-K", INTERFACE, "tx-udp-segmentation", "off");
        }
        catch (final IOException ex)
        {
            Skip.unless(false, "segmentation in software takes ethtool(8): " + ex.getMessage());
        }
    }

    /** What a command begins with that is to run there. */
    public List<String> here()
    {
        return List.of("ip", "netns", "exec", here);
    }

    public List<String> peer()
    {
        return List.of("ip", "netns", "exec", peer);
    }

    @Override
    public void close()
    {
        for (final String namespace : List.of(here, peer))
        {
            try
            {
                run("ip", "netns", "del", namespace);
            }
            catch (final IOException ex)
            {
                System.out.println("[INFO] " + ex.getMessage());
            }
        }
    }

    private void run(final String... command) throws IOException
    {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try
        {
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS) || process.exitValue() != 0)
            {
                throw new IOException(String.join(" ", command) + ": " + said);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException(ex);
        }
    }
}
