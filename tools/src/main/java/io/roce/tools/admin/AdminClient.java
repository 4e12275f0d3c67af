package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

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
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
            .timeout(REQUEST_TIMEOUT)
            .header("Accept", "application/json");
        if (token != null)
        {
            request.header("Authorization", "Bearer " + token);
        }
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
        final JsonNode answer = answer(response);
        if (response.statusCode() / 100 != 2)
        {
            throw new AdminException(url, response.statusCode(), answer);
        }
        return answer;
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

    private HttpResponse<byte[]> send(final HttpRequest request)
    {
        try
        {
            return Shared.CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
        catch (final HttpConnectTimeoutException e)
        {
            throw unreachable("no connection within " + CONNECT_TIMEOUT.toSeconds() + " s", e);
        }
        catch (final HttpTimeoutException e)
        {
            throw unreachable("no answer within " + REQUEST_TIMEOUT.toSeconds() + " s", e);
        }
        catch (final ConnectException e)
        {
            // The JDK's client leaves the message out when the peer refused.
            throw unreachable(e.getMessage() == null ? "connection refused" : e.getMessage(), e);
        }
        catch (final IOException e)
        {
            if (isEndOfStream(e))
            {
                throw unreachable("it closed the connection before it had answered", e);
            }
            throw unreachable(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(), e);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted while waiting for " + url, e);
        }
    }

    private static boolean isEndOfStream(final Throwable failure)
    {
        return failure instanceof EOFException || failure.getCause() != null && isEndOfStream(failure.getCause());
    }

    private JsonNode answer(final HttpResponse<byte[]> response)
    {
        try
        {
            final JsonNode answer = Json.parse(response.body());
            if (answer.isObject())
            {
                return answer;
            }
        }
        catch (final IOException e)
        {
            throw noNode(response.statusCode(), e);
        }
        throw noNode(response.statusCode(), null);
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
