package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Answers as a node's admin API is agreed to: it keeps queue pairs as bags of attributes and checks nothing of them.
 * What it is asked it remembers; a test can put a refusal in the way of any request.
 */
public final class FakeNode implements AutoCloseable
{
    public static final int FIRST_QPN = 0x11;

    /** What the fake says of its data address, which nobody uses. */
    public static final String UDP = "127.40.0.77:4791";

    /** What it says of its ports: two, of which the second has another partition alone. */
    private static final String NODE = "{\"udp\":\"" + UDP + "\",\"ports\":[" +
        "{\"port_num\":1,\"pkeys\":[65535,32769],\"gids\":[{\"udp\":\"" + UDP + "\"},{\"udp\":\"[::1]:4791\"}]}," +
        "{\"port_num\":2,\"pkeys\":[1,32769],\"gids\":[{\"udp\":\"127.40.0.78:4791\"}]}]}";

    /** An answer that is not the usual one. */
    public record Answer(int status, String body)
    {
    }

    private final HttpServer server;
    private final TreeMap<Integer, ObjectNode> qps = new TreeMap<>();
    private final List<String> requests = new ArrayList<>();
    private final List<String> authorizations = new ArrayList<>();
    private Function<String, Answer> instead = request -> null;
    private int nextQpn = FIRST_QPN;
    private long received = 5;

    public FakeNode(final String address) throws IOException
    {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(address), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** For {@code --node}. */
    public String address()
    {
        return Addresses.format(server.getAddress());
    }

    /** Chooses by "METHOD path body" what is answered instead of the usual; null for the usual. */
    public void instead(final Function<String, Answer> instead)
    {
        this.instead = instead;
    }

    /** One fate's count is one off from now on. */
    public void loseOneDatagram()
    {
        received++;
    }

    /** Every request so far as "METHOD path body". */
    public synchronized List<String> requests()
    {
        return List.copyOf(requests);
    }

    public synchronized List<String> authorizations()
    {
        return List.copyOf(authorizations);
    }

    public synchronized TreeMap<Integer, ObjectNode> qps()
    {
        return new TreeMap<>(qps);
    }

    @Override
    public void close()
    {
        server.stop(0);
    }

    private synchronized void handle(final HttpExchange exchange)
    {
        try (exchange)
        {
            final byte[] body = exchange.getRequestBody().readAllBytes();
            final String request = (exchange.getRequestMethod() + ' ' + exchange.getRequestURI() + ' ' +
                new String(body)).trim();
            requests.add(request);
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            final Answer other = instead.apply(request);
            final Answer answer = other != null ? other :
                usual(exchange.getRequestMethod(), exchange.getRequestURI().toString(), body);
            exchange.sendResponseHeaders(answer.status, 0);
            exchange.getResponseBody().write(answer.body.getBytes());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private Answer usual(final String method, final String uri, final byte[] body) throws IOException
    {
        if (uri.startsWith("/v1/qps/"))
        {
            return one(method, Integer.parseInt(uri.substring("/v1/qps/".length())), body);
        }
        return switch (method + ' ' + uri.replaceFirst("\\?.*", ""))
        {
            case "POST /v1/qps" -> create(Json.parse(body));
            case "GET /v1/qps" -> list(uri);
            case "GET /v1/node" -> new Answer(200, NODE);
            case "GET /v1/ledger" -> new Answer(200, "{\"received\":" + received +
                ",\"injected\":0,\"held\":0,\"balanced\":true,\"fates\":[" +
                "{\"fate\":\"ICRC_MISMATCH\",\"count\":0,\"description\":\"The ICRC is wrong.\"}," +
                "{\"fate\":\"QPN_QUARANTINED\",\"count\":2,\"description\":\"A stale packet.\"}," +
                "{\"fate\":\"DELIVERED_REQUEST\",\"count\":3,\"description\":\"A request was taken.\"}]," +
                "\"icrc\":{\"exact\":4,\"inferred\":1},\"kernel_drops\":7,\"egress\":{\"sent\":20,\"failed\":3," +
                "\"failures\":{\"too_long\":1,\"other\":2},\"source_ports\":4,\"source_port_fallbacks\":5}}");
            case "GET /v1/table" -> new Answer(200, "{\"kind\":\"two-level\",\"live\":6,\"first_qpn\":17}");
            case "GET /v1/cache" -> new Answer(200, "{\"hits\":8,\"misses\":9}");
            case "GET /v1/quarantine" -> new Answer(200, "{\"time_ns\":500000000,\"held\":1,\"next_in_ms\":12}");
            default -> new Answer(404, "{\"code\":\"NOT_FOUND\",\"message\":\"There is no such thing.\"}");
        };
    }

    private Answer create(final JsonNode wish)
    {
        final ObjectNode answer = Json.object();
        final ArrayNode created = answer.putArray("qps");
        for (int i = 0; i < wish.path("count").asInt(1); i++)
        {
            final int qpn = wish.path("qpn").asInt(nextQpn++);
            final ObjectNode qp = Json.object()
                .put("qpn", qpn)
                .put("generation", 100 + qps.size())
                .put("epoch", 0)
                .put("type", wish.path("type").asText())
                .put("state", "RESET");
            qps.put(qpn, qp);
            created.add(qp);
        }
        return new Answer(201, answer.toString());
    }

    private Answer list(final String uri)
    {
        final int limit = Integer.parseInt(uri.replaceFirst(".*limit=(\\d+).*", "$1"));
        final int after = uri.contains("after=") ? Integer.parseInt(uri.replaceFirst(".*after=(\\d+).*", "$1")) : 0;
        final ObjectNode answer = Json.object();
        final ArrayNode page = answer.putArray("qps");
        answer.putNull("next");
        for (final ObjectNode qp : qps.tailMap(after, false).values())
        {
            if (page.size() == limit)
            {
                answer.put("next", page.get(limit - 1).path("qpn").asInt());
                break;
            }
            page.add(qp);
        }
        return new Answer(200, answer.toString());
    }

    private Answer one(final String method, final int qpn, final byte[] body) throws IOException
    {
        final ObjectNode qp = qps.get(qpn);
        if (qp == null)
        {
            return new Answer(
                404, "{\"code\":\"UNALLOCATED\",\"status\":\"UNALLOCATED\",\"message\":\"No queue pair.\"}");
        }
        if ("DELETE".equals(method))
        {
            qps.remove(qpn);
            return new Answer(200, "{\"qpn\":" + qpn + ",\"generation\":100,\"reusable_in_ms\":2148}");
        }
        if ("PATCH".equals(method))
        {
            final ObjectNode change = (ObjectNode)Json.parse(body);
            qp.set("state", change.path("state"));
            change.remove("state");
            qp.withObject("/attributes").setAll(change);
        }
        return new Answer(200, qp.toString());
    }
}
