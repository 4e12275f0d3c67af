package io.roce.tools;

import io.roce.tools.cli.BytePrinter;

import java.io.OutputStream;

/**
 * Runs what is over in a moment, once, for nobody. The launcher has the JVM write down which classes that takes, and
 * makes an archive of them, so that commands start faster.
 */
final class Training
{
    /** Nobody listens there: what talks to nodes is loaded, and refused. */
    private static final String NO_NODE = "127.0.0.1:1";

    private Training()
    {
    }

    /** @param args a capture. */
    public static void main(final String[] args)
    {
        run("--help");
        Roce.COMMANDS.keySet().forEach(name -> run(name, "--help"));
        run("opcodes");
        run("decode", args[0]);
        run("decode", "--json", args[0]);
        run("lint", args[0]);
        run("send", "--dry-run", "--to", NO_NODE, "--opcode", "RC_SEND_ONLY", "--dest-qp", "0x11", "--psn", "0");
        run("stats", "--node", NO_NODE);
        System.exit(0);
    }

    private static void run(final String... args)
    {
        final OutputStream nowhere = OutputStream.nullOutputStream();
        Roce.run(new BytePrinter(new StandardOutput(nowhere)), new BytePrinter(nowhere), args);
    }
}
