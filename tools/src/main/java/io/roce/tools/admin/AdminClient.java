package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import picocli.CommandLine.TypeConversionException;

/** Talks to one node's admin API. Safe for use by several threads; its own threads keep no process alive. */
public final class AdminClient implements NodeAdmin
{
    /** Environment variable with the token for nodes that ask for one. */
    public static final String TOKEN_VARIABLE = "ROCE_TOKEN";

    /** What a token is made of, since a header carries it. */
    static final String TOKEN_FORM = "one or more visible ASCII characters without blanks";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    /** Of what says why a stream is refused. */
    private static final int REFUSAL_LENGTH_MAX = 1 << 16;

    private final String url;
    private final String token;

    /** Carries the token of the environment, if there is one. */
    public AdminClient(final InetSocketAddress admin)
    {
        this(admin, environmentToken());
    }

    /**
     * @param token what the node asks for as a bearer token; null for none.
     */
    public AdminClient(final InetSocketAddress admin, final String token)
    {
        this.url = "http://" + Addresses.format(admin);
        this.token = token;
    }

    /**
     * The token that the environment holds; null when it holds none, or an empty one.
     *
     * @throws CommandFailedException when what it holds cannot be one.
     */
    public static String environmentToken()
    {
        return environmentToken(System.getenv(TOKEN_VARIABLE));
    }

    static String environmentToken(final String token)
    {
        if (token == null || token.isBlank())
        {
            return null;
        }
        if (!isToken(token))
        {
            throw new CommandFailedException(
                "the environment variable " + TOKEN_VARIABLE + " must hold " + TOKEN_FORM);
        }
        return token;
    }

    static boolean isToken(final String text)
    {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    /** Where the node's page is: {@code http://127.0.0.2:4791}. */
    public String url()
    {
        return url;
    }

    @Override
    public JsonNode request(final String method, final String path, final JsonNode body)
    {
        final HttpRequest.Builder request = to(path, "application/json").timeout(REQUEST_TIMEOUT);
        if (body == null)
        {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        }
        else
        {
            request.header("Content-Type", "application/json");
            request.method(method, HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
        }
        final HttpResponse<byte[]> response = send(request.build());
        final JsonNode answer = answer(response.statusCode(), response.body());
        if (response.statusCode() / 100 != 2)
        {
            throw new AdminException(url, response.statusCode(), answer);
        }
        return answer;
    }

    /**
     * Begins an answer that is read piece by piece, of any length. Whoever closes it ends the connection; that may be
     * another thread than the one that reads.
     *
     * @param path        from the slash on, the query included.
     * @param contentType of the answer.
     * @throws AdminException           when the node refused.
     * @throws NodeUnreachableException when no answer has begun in time, or another than is asked for.
     */
    public InputStream open(final String path, final String contentType)
    {
        final HttpResponse<InputStream> response = begin(to(path, contentType).GET().build());
        final int status = response.statusCode();
        if (status / 100 != 2)
        {
            throw new AdminException(url, status, answer(status, refusal(response.body())));
        }
        final String type = response.headers().firstValue("Content-Type").orElse("none");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(contentType))
        {
            end(response.body());
            throw new NodeUnreachableException("what answers at " + url + " is not a node: " + path +
                " has the content type " + type + ", not " + contentType, null);
        }
        return response.body();
    }

    /**
     * Asks the node where it receives data.
     *
     * @throws NodeUnreachableException when what answers does not say.
     */
    public NodePorts ports()
    {
        final JsonNode node = request("GET", "/v1/node", null);
        TypeConversionException cause = null;
        try
        {
            final NodePorts ports = NodePorts.of(url, node);
            if (ports != null)
            {
                return ports;
            }
        }
        catch (final TypeConversionException e)
        {
            cause = e;
        }
        throw new NodeUnreachableException(
            "what answers at " + url + " is not a node: it does not say where it receives data", cause);
    }

    private HttpRequest.Builder to(final String path, final String contentType)
    {
        final HttpRequest.Builder request =
            HttpRequest.newBuilder(URI.create(url + path)).header("Accept", contentType);
        if (token != null)
        {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    private HttpResponse<byte[]> send(final HttpRequest request)
    {
        try
        {
            return Shared.CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
        catch (final IOException e)
        {
            throw unreachable(e);
        }
        catch (final InterruptedException e)
        {
            throw interrupted(e);
        }
    }

    /** The limit is for the begin alone: that of a request is, in newer JDKs, one for the whole answer. */
    private HttpResponse<InputStream> begin(final HttpRequest request)
    {
        final CompletableFuture<HttpResponse<InputStream>> answer =
            Shared.CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
        try
        {
            return answer.get(REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        }
        catch (final TimeoutException e)
        {
            throw unreachable("no answer within " + REQUEST_TIMEOUT.toSeconds() + " s", e);
        }
        catch (final ExecutionException e)
        {
            throw e.getCause() instanceof IOException ? unreachable((IOException)e.getCause()) :
                new CommandFailedException("the request to " + url + " has failed", e.getCause());
        }
        catch (final InterruptedException e)
        {
            throw interrupted(e);
        }
        finally
        {
            // Nothing, where it is there.
            answer.cancel(true);
        }
    }

    /** All of it in time: nobody else would end one that trickles in. */
    private byte[] refusal(final InputStream body)
    {
        final CompletableFuture<Void> limit = new CompletableFuture<Void>()
            .completeOnTimeout(null, REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        // Done before the reader learns of it, so that he can tell.
        limit.thenRun(() -> end(body));
        try (body)
        {
            return body.readNBytes(REFUSAL_LENGTH_MAX);
        }
        catch (final IOException e)
        {
            throw limit.isDone() ?
                unreachable("no whole answer within " + REQUEST_TIMEOUT.toSeconds() + " s", e) : unreachable(e);
        }
        finally
        {
            limit.cancel(false);
        }
    }

    private void end(final InputStream answer)
    {
        try
        {
            answer.close();
        }
        catch (final IOException e)
        {
            throw unreachable(e);
        }
    }

    private NodeUnreachableException unreachable(final IOException why)
    {
        if (why instanceof HttpConnectTimeoutException)
        {
            return unreachable("no connection within " + CONNECT_TIMEOUT.toSeconds() + " s", why);
        }
        if (why instanceof HttpTimeoutException)
        {
            return unreachable("no answer within " + REQUEST_TIMEOUT.toSeconds() + " s", why);
        }
        if (why instanceof ConnectException)
        {
            // The JDK's client leaves the message out when the peer refused.
            return unreachable(why.getMessage() == null ? "connection refused" : why.getMessage(), why);
        }
        if (isEndOfStream(why))
        {
            return unreachable("it closed the connection before it had answered", why);
        }
        return unreachable(why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage(), why);
    }

    private CommandFailedException interrupted(final InterruptedException e)
    {
        Thread.currentThread().interrupt();
        return new CommandFailedException("interrupted while waiting for " + url, e);
    }

    private static boolean isEndOfStream(final Throwable failure)
    {
        return failure instanceof EOFException || failure.getCause() != null && isEndOfStream(failure.getCause());
    }

    private JsonNode answer(final int status, final byte[] body)
    {
        try
        {
            final JsonNode answer = Json.parse(body);
            if (answer.isObject())
            {
                return answer;
            }
        }
        catch (final IOException e)
        {
            throw noNode(status, e);
        }
        throw noNode(status, null);
    }

    private NodeUnreachableException unreachable(final String why, final Throwable cause)
    {
        return new NodeUnreachableException("no node answers at " + url + ": " + why, cause);
    }

    private NodeUnreachableException noNode(final int status, final Throwable cause)
    {
        return new NodeUnreachableException(
            "what answers at " + url + " is not a node: HTTP status " + status + " and no JSON object", cause);
    }

    /** Built when the first request is made: it takes a while. Asked directly, never by way of a proxy. */
    private static final class Shared
    {
        private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    }
}
