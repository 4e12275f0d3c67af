package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;
import io.roce.tools.qp.AckTimers;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** A node that sends messages over UC to an address where nobody answers, asked over its admin API. */
final class NodeSender implements AutoCloseable
{
    /** Of a message. */
    private static final int LENGTH = 1 << 20;
    private static final int QUEUE = 64;
    private static final int POLL_MS = 5_000;
    private static final int PEER_QPN = 0x11;

    private final BenchNode node;
    private final AdminClient admin;
    private final int mtu;
    private int qpn;
    private int cq;
    private long lkey;
    private long addr;

    private NodeSender(final BenchNode node, final int mtu)
    {
        this.node = node;
        this.mtu = mtu;
        admin = node.admin();
    }

    /**
     * Starts it.
     *
     * @param gso as {@code roce node --gso} takes it.
     * @param to  where the messages go.
     * @param mtu of the path.
     */
    static NodeSender start(
        final Bench bench, final InetAddress at, final String gso, final InetAddress to, final int mtu)
        throws IOException
    {
        final BenchNode node =
            BenchNode.start(at, bench.cores().sender(), "--link", "mmsg", "--gso", gso, "--mtu", String.valueOf(mtu));
        final NodeSender sender = new NodeSender(node, mtu);
        try
        {
            node.awaitReady();
            sender.prepare(to);
            return sender;
        }
        catch (final RuntimeException e)
        {
            node.close();
            throw e;
        }
    }

    /** Bytes of a packet, BTH to ICRC. */
    int packetLength()
    {
        return 12 + mtu + 4;
    }

    /** Packets of a message. */
    int packetsPerMessage()
    {
        return LENGTH / mtu;
    }

    Usage usage()
    {
        return node.usage();
    }

    /** Datagrams that have left so far. */
    long sent()
    {
        return admin.request("GET", "/v1/ledger", null).path("egress").path("sent").asLong();
    }

    /** Sends so many messages and waits until the last has left. */
    void send(final int messages)
    {
        for (int left = messages; left > 0; left -= QUEUE)
        {
            final int count = Math.min(QUEUE, left);
            post(count);
            for (int done = 0; done < count;)
            {
                done += completed();
            }
        }
    }

    @Override
    public void close()
    {
        node.close();
    }

    private void prepare(final InetAddress to)
    {
        final int pd = admin.request("POST", "/v1/pds", Json.object()).path("pd").asInt();
        cq = admin.request("POST", "/v1/cqs", Json.object().put("cqe", QUEUE)).path("cq").asInt();
        final ObjectNode region = Json.object().put("pd", pd).put("length", LENGTH);
        region.putArray("access").add("LOCAL_WRITE");
        final JsonNode mr = admin.request("POST", "/v1/mrs", region);
        lkey = mr.path("lkey").asLong();
        addr = mr.path("addr").asLong();
        final ObjectNode qp = Json.object()
            .put("type", QpType.UC.name()).put("pd", pd).put("send_cq", cq).put("recv_cq", cq).put("sq_sig_all", true);
        qp.putObject("cap").put("max_send_wr", QUEUE);
        qpn = admin.request("POST", "/v1/qps", qp).path("qps").path(0).path("qpn").asInt();
        try (OwnedQps steps = new OwnedQps(admin, admin.ports().of(node.address())))
        {
            steps.bringUp(
                qpn,
                new QpPlan(QpType.UC, to, PEER_QPN, 0, 0, 0, mtu, AckTimers.DEFAULT, null),
                QpState.RTS);
        }
    }

    private void post(final int count)
    {
        final ObjectNode request = Json.object().put("wr_id", 1).put("opcode", "SEND");
        request.putArray("sg_list").addObject().put("addr", addr).put("length", LENGTH).put("lkey", lkey);
        final ArrayNode requests = Json.array();
        for (int i = 0; i < count; i++)
        {
            requests.add(request);
        }
        admin.request("POST", "/v1/qps/" + qpn + "/send", requests);
    }

    /** Waits for some. */
    private int completed()
    {
        final JsonNode answer = admin.request(
            "POST", "/v1/cqs/" + cq + "/poll", Json.object().put("max", QUEUE).put("timeout_ms", POLL_MS));
        final JsonNode completions = answer.path("completions");
        if (completions.isEmpty())
        {
            throw new CommandFailedException("the node that sends did not complete a message within 5 s");
        }
        final List<String> statuses = completions.findValuesAsText("status");
        for (final String status : statuses)
        {
            if (!status.equals("SUCCESS"))
            {
                throw new CommandFailedException("the node that sends has completed a message with " + status);
            }
        }
        return completions.size();
    }
}
