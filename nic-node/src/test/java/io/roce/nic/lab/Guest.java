package io.roce.nic.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A guest of the lab: device {@code rxe0} on {@code eth0}. */
public final class Guest
{
    /** Longer than any run of the tests. */
    private static final String SECONDS = "3600";

    private final Lab lab;
    private final int number;

    Guest(final Lab lab, final int number)
    {
        this.lab = lab;
        this.number = number;
    }

    public int number()
    {
        return number;
    }

    public String address(final IpVersion version)
    {
        return version.address(1 + number);
    }

    /** Starts a command of the guest's shell, whose standard input and output are those of the process. */
    public Process start(final String command)
    {
        return lab.start("exec", "-t", SECONDS, String.valueOf(number), command);
    }

    /**
     * Runs a command of the guest's shell, which reads nothing.
     *
     * @return what it has written, standard error included.
     * @throws IllegalStateException its exit status is not 0.
     */
    public String exec(final String command)
    {
        try
        {
            final Process process = start(command);
            process.getOutputStream().close();
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            final int status = process.waitFor();
            if (status != 0)
            {
                throw new IllegalStateException(
                    "guest " + number + ": " + command + ": status " + status + ": " + output);
            }
            return output;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }
}
