package io.roce.tools.top;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Where a node would be: answers with a stream of what a test says, or refuses, or ends it. */
final class FakeStream implements AutoCloseable
{
    /** How an answer goes on from its first byte. */
    @FunctionalInterface
    interface Script
    {
        /** @param out flushed by whoever writes; the stream ends with the return. */
        void write(OutputStream out) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new ArrayList<>();
    private final List<String> authorizations = new ArrayList<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private volatile Script script;
    private volatile int status = 200;
    private volatile String contentType = "text/event-stream";

    FakeStream(final String address, final Script script) throws IOException
    {
        this(new InetSocketAddress(InetAddress.getByName(address), 0), script);
    }

    FakeStream(final InetSocketAddress address, final Script script) throws IOException
    {
        this.script = script;
        server = HttpServer.create(address, 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** These, and then nothing of interest until it is closed. */
    static Script of(final String... snapshots)
    {
        return out ->
        {
            for (final String snapshot : snapshots)
            {
                out.write(event(snapshot));
                out.flush();
            }
            keepAlive(out);
        };
    }

    /** A node that says nothing at all would be given up. */
    static void keepAlive(final OutputStream out) throws IOException, InterruptedException
    {
        while (true)
        {
            Thread.sleep(500);
            out.write("event: other\ndata:\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    static byte[] event(final String snapshot)
    {
        return ("id: 1\nevent: snapshot\ndata: " + snapshot + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** For {@code --node}. */
    String address()
    {
        return Addresses.format(server.getAddress());
    }

    InetSocketAddress socketAddress()
    {
        return server.getAddress();
    }

    void refuse(final int with, final String body)
    {
        status = with;
        contentType = "application/json";
        script = out -> out.write(body.getBytes(StandardCharsets.UTF_8));
    }

    /** With what the script says for as long as it likes. */
    void refuseSlowly(final int with)
    {
        status = with;
    }

    void contentType(final String type)
    {
        contentType = type;
    }

    /** What a path beside that of the stream answers, as JSON. */
    void answer(final String path, final String body)
    {
        answers.put(path, body);
    }

    synchronized List<String> requests()
    {
        return List.copyOf(requests);
    }

    synchronized List<String> authorizations()
    {
        return List.copyOf(authorizations);
    }

    @Override
    public void close()
    {
        threads.shutdownNow();
        server.stop(0);
    }

    private void handle(final HttpExchange exchange)
    {
        try (exchange)
        {
            final String uri = exchange.getRequestURI().toString();
            synchronized (this)
            {
                requests.add(uri);
                authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            }
            final String answer = answers.get(uri);
            exchange.getResponseHeaders().set("Content-Type", answer == null ? contentType : "application/json");
            exchange.sendResponseHeaders(answer == null ? status : 200, 0);
            if (answer == null)
            {
                script.write(exchange.getResponseBody());
            }
            else
            {
                exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
        catch (final IOException e)
        {
            // The reader is gone.
            throw new UncheckedIOException(e);
        }
    }
}
