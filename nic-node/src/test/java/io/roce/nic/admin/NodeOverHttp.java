package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.Await;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.qpn.QuarantinePolicy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A node with sockets that is asked for everything over HTTP. */
final class NodeOverHttp extends AdminClient implements AutoCloseable
{
    static final String ALL_ACCESS = "['LOCAL_WRITE','REMOTE_WRITE','REMOTE_READ','REMOTE_ATOMIC']";
    static final long Q_KEY = 0x1122_3344;

    private static final int PORT = 4791;

    final NicNode node;
    private final String host;

    private NodeOverHttp(final NicNode node, final String host)
    {
        this.node = node;
        this.host = host;
    }

    static NodeOverHttp open(final String host) throws IOException
    {
        return open(host, new NicNodeConfig()
            .bind(new InetSocketAddress(host, PORT))
            .quarantine(QuarantinePolicy.ofTime(0)));
    }

    /** With other options, and the admin API where it is free. */
    static NodeOverHttp open(final String host, final NicNodeConfig config) throws IOException
    {
        return new NodeOverHttp(NicNode.open(config.admin(new InetSocketAddress(host, 0))), host);
    }

    /** Another one where one was before. */
    static NodeOverHttp reopen(final String host, final NicNodeConfig config, final InetSocketAddress admin)
        throws IOException
    {
        return new NodeOverHttp(NicNode.open(config.admin(admin)), host);
    }

    String host()
    {
        return host;
    }

    @Override
    InetSocketAddress address()
    {
        return node.adminAddress();
    }

    /** Asks with a body in which single quotes stand for double ones. */
    Reply ask(final String method, final String path, final String body) throws Exception
    {
        return sendJson(method, path, json(body));
    }

    /** The same on another thread, by a connection of its own. */
    CompletableFuture<Reply> askAsync(final String method, final String path, final String body)
    {
        return CompletableFuture.supplyAsync(
            () ->
            {
                try
                {
                    return ask(method, path, body);
                }
                catch (final Exception e)
                {
                    throw new CompletionException(e);
                }
            },
            command -> new Thread(command).start());
    }

    /** JSON, or a text with some, in which single quotes stood for double ones. */
    static String json(final String text)
    {
        return text.replace('\'', '"');
    }

    /** @param expected whose single quotes stand for double ones. */
    static void assertJson(final String expected, final JsonNode actual)
    {
        assertEquals(json(expected), actual.toString());
    }

    /** @param message what it begins with; single quotes stand for double ones. */
    static void requireRefused(
        final Reply reply, final int status, final String code, final String field, final String message)
    {
        assertEquals(status, reply.status(), reply.message());
        assertEquals(code, reply.code(), reply.message());
        assertEquals(field, reply.json().get("fields").get("field").textValue());
        assertTrue(reply.message().startsWith(json(message)), reply.message());
    }

    /** What a request that must be done answers. */
    JsonNode done(final Reply reply)
    {
        assertEquals(2, reply.status() / 100, reply.message());
        return reply.json();
    }

    int pd() throws Exception
    {
        return done(ask("POST", "/v1/pds", "{}")).get("pd").intValue();
    }

    int cq(final int cqe) throws Exception
    {
        return done(ask("POST", "/v1/cqs", "{'cqe':" + cqe + "}")).get("cq").intValue();
    }

    /** A region with every access. */
    JsonNode mr(final int pd, final int length) throws Exception
    {
        return done(ask("POST", "/v1/mrs", "{'pd':%d,'length':%d,'access':%s}".formatted(pd, length, ALL_ACCESS)));
    }

    /** A served queue pair in RESET; {@code more} are members with a comma in front. */
    int qp(final String type, final int pd, final int cq, final String more) throws Exception
    {
        return done(ask(
            "POST",
            "/v1/qps",
            "{'type':'%s','pd':%d,'send_cq':%d,'recv_cq':%d%s}".formatted(type, pd, cq, cq, more)))
            .get("qps").get(0).get("qpn").intValue();
    }

    /** Brings a queue pair from RESET to RTS; a peer that is slow for 4 s is waited for. */
    void connect(final String type, final int qpn, final String peer, final int peerQpn) throws Exception
    {
        step(qpn, type.equals("UD") ?
            "{'state':'INIT','pkey_index':0,'port_num':1,'qkey':" + Q_KEY + "}" :
            "{'state':'INIT','pkey_index':0,'port_num':1,'qp_access_flags':" + ALL_ACCESS + "}");
        final String toPeer = "'dgid':'%s','path_mtu':1024,'dest_qp_num':%d,'rq_psn':16777200"
            .formatted(peer, peerQpn);
        step(qpn, switch (type)
        {
            case "UD" -> "{'state':'RTR'}";
            case "UC" -> "{'state':'RTR'," + toPeer + "}";
            default -> "{'state':'RTR'," + toPeer + ",'max_dest_rd_atomic':4,'min_rnr_timer':12}";
        });
        step(qpn, type.equals("RC") ?
            "{'state':'RTS','sq_psn':16777200,'timeout':20,'retry_cnt':7,'rnr_retry':7," +
                "'max_rd_atomic':4}" :
            "{'state':'RTS','sq_psn':16777200}");
    }

    /** Completions until there are so many. */
    JsonNode completions(final int cq, final int count) throws Exception
    {
        final var all = MAPPER.createArrayNode();
        Await.until(
            () ->
            {
                done(ask("POST", "/v1/cqs/" + cq + "/poll", "{}")).get("completions").forEach(all::add);
                return all;
            },
            found -> found.size() >= count);
        assertEquals(count, all.size(), all.toString());
        return all;
    }

    String hex(final JsonNode mr, final int offset, final int length) throws Exception
    {
        return done(get(
            "/v1/mrs/%d/bytes?offset=%d&length=%d".formatted(mr.get("lkey").longValue(), offset, length)))
            .get("hex").textValue();
    }

    void put(final JsonNode mr, final int offset, final String bytes) throws Exception
    {
        done(ask(
            "PUT", "/v1/mrs/" + mr.get("lkey").longValue() + "/bytes", "{'offset':" + offset + "," + bytes + "}"));
    }

    private void step(final int qpn, final String body) throws Exception
    {
        done(ask("PATCH", "/v1/qps/" + qpn, body));
    }

    @Override
    public void close()
    {
        node.close();
    }
}
