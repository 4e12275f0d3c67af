package io.roce.tools.pingpong;

import io.roce.tools.CommandRun;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Two commands as a user runs them, a server and its client, and what each of them did. */
record TwoPingpongs(CommandRun server, CommandRun client)
{
    private static final String SERVER = "127.95.0.21";
    private static final String CLIENT = "127.95.0.22";

    /** Longer than any of them takes; a server without a client would wait for ever. */
    private static final int END_S = 90;

    /** Both with the same options. */
    static TwoPingpongs of(final String... options)
    {
        return of(List.of(options), List.of(options));
    }

    /** Each begins with the transport service; the client is run again until the server listens. */
    static TwoPingpongs of(final List<String> serverOptions, final List<String> clientOptions)
    {
        final CompletableFuture<CommandRun> server = CompletableFuture
            .supplyAsync(() -> run(serverOptions, "--bind", SERVER))
            .orTimeout(END_S, TimeUnit.SECONDS);
        CommandRun client;
        do
        {
            client = run(clientOptions, "--bind", CLIENT, SERVER);
        }
        while (client.status() == 3 && !server.isDone());
        return new TwoPingpongs(server.join(), client);
    }

    List<CommandRun> both()
    {
        return List.of(server, client);
    }

    private static CommandRun run(final List<String> options, final String... more)
    {
        final List<String> command = new ArrayList<>();
        command.add("pingpong");
        command.addAll(options);
        command.addAll(List.of(more));
        return CommandRun.of(command.toArray(String[]::new));
    }
}
