package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.Await;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteOrder;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import static io.roce.nic.admin.NodeOverHttp.assertJson;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Work between two nodes, whose sockets carry it, with nothing but requests to their admin APIs. */
@Timeout(60)
class WorkOverHttpTest
{
    private static final int LENGTH = 4_096;
    private static final String HELLO = "68656c6c6f";

    private static NodeOverHttp a;
    private static NodeOverHttp b;

    private End endA;
    private End endB;

    @BeforeAll
    static void open() throws Exception
    {
        a = NodeOverHttp.open("127.94.0.1");
        b = NodeOverHttp.open("127.94.0.2");
    }

    @AfterAll
    static void close()
    {
        a.close();
        b.close();
    }

    @BeforeEach
    void connect() throws Exception
    {
        connect("RC", "");
    }

    @Test
    void shouldWriteToThePeersMemory() throws Exception
    {
        a.put(endA.mr, 7, "'text':'hello'");
        endA.send("'wr_id':18446744073709551615,'opcode':'RDMA_WRITE'," + endA.sgList(7, 5) +
            ",'send_flags':['SIGNALED']," + endB.remote(100));

        assertJson(
            "{'wr_id':18446744073709551615,'status':'SUCCESS','status_code':0,'opcode':'RDMA_WRITE'," +
                "'vendor_err':0,'byte_len':5,'qp_num':" + endA.qpn + ",'generation':" + endA.generation() +
                ",'wc_flags':[],'imm_data':null,'invalidated_rkey':null,'src_qp':null," +
                "'pkey_index':null}",
            endA.completion());
        assertEquals("00" + HELLO + "00", b.hex(endB.mr, 99, 7));
        assertEquals(
            ".hello.",
            b.get("/v1/mrs/" + endB.key() + "/bytes?offset=99&length=7").json().get("ascii").textValue());
    }

    @Test
    void shouldReceiveWhatIsSent() throws Exception
    {
        endB.recv("'wr_id':9," + endB.sgList(0, 64));
        endA.send("'wr_id':4,'opcode':'SEND_WITH_IMM','imm_data':4294967295," +
            "'inline_data':{'hex':'" + HELLO + "'},'send_flags':['SIGNALED','SOLICITED']");

        final JsonNode received = endB.completion();
        assertEquals(9, received.get("wr_id").longValue());
        assertEquals("RECV", received.get("opcode").textValue());
        assertEquals(5, received.get("byte_len").intValue());
        assertEquals(endB.qpn, received.get("qp_num").intValue());
        assertJson("['WITH_IMM']", received.get("wc_flags"));
        assertEquals(0xFFFF_FFFFL, received.get("imm_data").longValue());
        assertEquals(HELLO + "00", b.hex(endB.mr, 0, 6));
        assertEquals(4, endA.completion().get("wr_id").longValue());
    }

    @Test
    void shouldReadAndDoAtomicsOnThePeersMemory() throws Exception
    {
        b.put(endB.mr, 8, "'hex':'" + hex(0xFFFF_FFFF_FFFF_FFFEL) + "'");
        // Without the fence the READ may be answered when what is behind it has been done.
        endA.sendAll(
            endA.signaled("RDMA_READ", 0, 8) + "," + endB.remote(8),
            endA.plain("ATOMIC_FETCH_AND_ADD", 8, 8) + ",'send_flags':['SIGNALED','FENCE']," + endB.remote(8) +
                ",'compare_add':3",
            endA.signaled("ATOMIC_CMP_AND_SWP", 16, 8) + "," + endB.remote(8) +
                ",'compare_add':1,'swap':18446744073709551615");

        final JsonNode completions = a.completions(endA.cq, 3);
        assertEquals("RDMA_READ", completions.get(0).get("opcode").textValue());
        assertEquals("FETCH_ADD", completions.get(1).get("opcode").textValue());
        assertEquals("COMP_SWAP", completions.get(2).get("opcode").textValue());
        for (final JsonNode completion : completions)
        {
            assertEquals("SUCCESS", completion.get("status").textValue());
            assertEquals(8, completion.get("byte_len").intValue());
        }
        assertEquals(hex(-2) + hex(-2) + hex(1), a.hex(endA.mr, 0, 24));
        assertEquals(hex(-1), b.hex(endB.mr, 8, 8));
    }

    @Test
    void shouldInvalidateAKeyThatASendNames() throws Exception
    {
        final JsonNode once = b.done(b.ask(
            "POST",
            "/v1/mrs",
            "{'pd':%d,'length':64,'access':['LOCAL_WRITE','REMOTE_WRITE'],'invalidatable':true}"
                .formatted(endB.pd)));
        final long rkey = once.get("rkey").longValue();
        endB.recv(endB.sgList(0, 8));
        endA.send("'opcode':'SEND_WITH_INV','invalidate_rkey':" + rkey);

        final JsonNode received = endB.completion();
        assertJson("['WITH_INV']", received.get("wc_flags"));
        assertEquals(rkey, received.get("invalidated_rkey").longValue());
        assertTrue(b.get("/v1/mrs/" + rkey).json().get("invalidated").booleanValue());

        endA.send(endA.signaled("RDMA_WRITE", 0, 8) + ",'remote_addr':" + once.get("addr") + ",'rkey':" + rkey);
        assertEquals("REM_ACCESS_ERR", endA.completion().get("status").textValue());
    }

    @Test
    void shouldSayWhereADatagramComesFrom() throws Exception
    {
        connect("UD", "");
        endB.recv("'wr_id':1," + endB.sgList(0, 64));
        endA.send("'wr_id':2,'opcode':'SEND'," + endA.sgList(0, 3) + ",'dgid':'" + b.host() +
            "','remote_qpn':" + endB.qpn + ",'remote_qkey':" + NodeOverHttp.Q_KEY + ",'sgid_index':0");

        final JsonNode received = endB.completion();
        assertEquals(43, received.get("byte_len").intValue());
        assertJson("['GRH']", received.get("wc_flags"));
        assertEquals(endA.qpn, received.get("src_qp").intValue());
        assertEquals(0, received.get("pkey_index").intValue());
    }

    @Test
    void shouldWriteByUcAndUseUpAReceive() throws Exception
    {
        connect("UC", ",'sq_sig_all':true");
        endB.recv("'wr_id':6");
        endA.send("'opcode':'RDMA_WRITE_WITH_IMM','imm_data':7," + endA.sgList(0, 0) + "," + endB.remote(0));

        assertEquals("RDMA_WRITE", endA.completion().get("opcode").textValue());
        final JsonNode received = endB.completion();
        assertEquals("RECV_RDMA_WITH_IMM", received.get("opcode").textValue());
        assertEquals(7, received.get("imm_data").intValue());
    }

    @Test
    void shouldTellOfSuccessOnlyWhereItIsAskedFor() throws Exception
    {
        final String write = "'opcode':'RDMA_WRITE'," + endA.sgList(0, 1) + "," + endB.remote(0);
        endA.sendAll("'wr_id':1," + write, "'wr_id':2,'send_flags':['SIGNALED']," + write);

        assertEquals(2, endA.completion().get("wr_id").intValue());
        assertJson("{'sends':0,'unsent':0,'receives':0}", endA.show().get("work"));
    }

    @Test
    void shouldTellHowWorkFailedAndFlushTheRest() throws Exception
    {
        endA.recv("'wr_id':5");
        endA.sendAll(
            "'wr_id':1," + endA.plain("RDMA_WRITE", 0, 1) + ",'remote_addr':" + endB.addr() + ",'rkey':" +
                (endB.key() ^ 1),
            "'wr_id':2," + endA.plain("SEND", 0, 1));

        final JsonNode completions = a.completions(endA.cq, 3);
        assertEquals("1 REM_ACCESS_ERR 10", status(completions.get(0)));
        assertEquals("2 WR_FLUSH_ERR 5", status(completions.get(1)));
        assertEquals("5 WR_FLUSH_ERR 5", status(completions.get(2)));
        assertEquals("ERR", endA.show().get("state").textValue());

        endA.recv("'wr_id':6");
        assertEquals("6 WR_FLUSH_ERR 5", status(endA.completion()));
    }

    @Test
    void shouldWaitForACompletion() throws Exception
    {
        // Both wait; the one that is woken in vain waits on.
        final String path = "/v1/cqs/" + endB.cq + "/poll";
        final CompletableFuture<AdminClient.Reply> first = b.askAsync("POST", path, "{'timeout_ms':5000}");
        final CompletableFuture<AdminClient.Reply> second = b.askAsync("POST", path, "{'timeout_ms':5000}");
        endB.recvAll("'wr_id':1", "'wr_id':2");
        endA.send("'opcode':'SEND','inline_data':{'text':''}");
        final JsonNode one = ((AdminClient.Reply)CompletableFuture.anyOf(first, second).get()).json();
        assertEquals(1, one.get("completions").size());
        endA.send("'opcode':'SEND','inline_data':{'text':''}");

        final List<JsonNode> all = List.of(first.get().json(), second.get().json());
        assertEquals(
            Set.of(1, 2),
            Set.of(
                all.get(0).get("completions").get(0).get("wr_id").intValue(),
                all.get(1).get("completions").get(0).get("wr_id").intValue()));
    }

    @Test
    void shouldWaitNoLongerThanItIsTold() throws Exception
    {
        final String path = "/v1/cqs/" + endB.cq + "/poll";
        assertJson("{'completions':[],'overflowed':false}", b.ask("POST", path, "{'timeout_ms':1}").json());

        final int cq = b.cq(1);
        final CompletableFuture<AdminClient.Reply> waiting =
            b.askAsync("POST", "/v1/cqs/" + cq + "/poll", "{'timeout_ms':5000}");
        // Whether it waits by then or not: the queue has gone.
        b.done(b.delete("/v1/cqs/" + cq));
        assertEquals("UNKNOWN_HANDLE", waiting.get().code());
    }

    @Test
    void shouldTellThatACompletionFoundNoRoom() throws Exception
    {
        final int cq = a.cq(1);
        final int qpn = a.qp("RC", endA.pd, cq, "");
        a.connect("RC", qpn, b.host(), endB.qpn);
        // Flushed, each with a completion.
        a.done(a.ask("PATCH", "/v1/qps/" + qpn, "{'state':'ERR'}"));
        a.done(a.ask("POST", "/v1/qps/" + qpn + "/recv", "[{'wr_id':1},{'wr_id':2}]"));

        assertJson(
            "{'cq':%d,'cqe':1,'completions':1,'lost':1,'overflowed':true,'work_queues':2,'made_by':'admin'}"
                .formatted(cq),
            Await.until(() -> a.get("/v1/cqs/" + cq).json(), view -> view.get("lost").intValue() > 0));
        final JsonNode polled = a.ask("POST", "/v1/cqs/" + cq + "/poll", "{'max':2}").json();
        assertEquals(1, polled.get("completions").size());
        assertTrue(polled.get("overflowed").booleanValue());
    }

    @Test
    void shouldShowTheWorkUnderWay() throws Exception
    {
        endB.recvAll("'wr_id':1," + endB.sgList(0, 8), "'wr_id':2");
        final JsonNode shown = endB.show();

        assertEquals(endB.pd, shown.get("pd").intValue());
        assertEquals(endB.cq, shown.get("send_cq").intValue());
        assertEquals(endB.cq, shown.get("recv_cq").intValue());
        assertJson(
            "{'max_send_wr':16,'max_recv_wr':16,'max_send_sge':1,'max_recv_sge':1,'max_inline_data':64}",
            shown.get("cap"));
        assertEquals("false", shown.get("sq_sig_all").toString());
        assertEquals("admin", shown.get("made_by").textValue());
        assertJson("{'sends':0,'unsent':0,'receives':2}", shown.get("work"));

        // Nothing is begun in SQD, which can be looked at for as long as one likes.
        a.done(a.ask("PATCH", "/v1/qps/" + endA.qpn, "{'state':'SQD'}"));
        endA.send(endA.plain("SEND", 0, 8));
        assertJson("{'sends':1,'unsent':1,'receives':0}", endA.show().get("work"));
        a.done(a.ask("PATCH", "/v1/qps/" + endA.qpn, "{'state':'RTS'}"));
        assertEquals(1, endB.completion().get("wr_id").intValue());
        Await.until(() -> endA.show().get("work").get("sends").intValue(), sends -> sends == 0);
    }

    @Test
    void shouldPostAllOrNone() throws Exception
    {
        final String[] tooMany = Collections.nCopies(17, "'wr_id':1").toArray(String[]::new);
        final AdminClient.Reply full = endB.tryRecvAll(tooMany);
        assertEquals(409, full.status());
        assertEquals("QUEUE_FULL", full.code());
        assertJson(
            "{'qpn':%d,'count':17,'room':16,'max':16}".formatted(endB.qpn), full.json().get("fields"));

        final AdminClient.Reply wrong = endB.tryRecvAll(
            "'wr_id':1",
            "'sg_list':[{'addr':0,'length':1,'lkey':1},{'addr':1,'length':1,'lkey':1}]");
        assertEquals(400, wrong.status());
        assertEquals("[1].num_sge is 2, outside 0 to 1.", wrong.message());
        assertEquals("[1].num_sge", wrong.json().get("field").textValue());
        assertEquals(0, endB.show().get("work").get("receives").intValue());
    }

    /** New ends, each with memory of its own. */
    private void connect(final String type, final String more) throws Exception
    {
        endA = End.of(a, type, more);
        endB = End.of(b, type, more);
        a.connect(type, endA.qpn, b.host(), endB.qpn);
        b.connect(type, endB.qpn, a.host(), endA.qpn);
    }

    private static String status(final JsonNode completion)
    {
        return completion.get("wr_id") + " " + completion.get("status").textValue() + " " +
            completion.get("status_code");
    }

    /** Atomics are in the processor's order. */
    private static String hex(final long value)
    {
        final boolean isBig = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
        return HexFormat.of().toHexDigits(isBig ? value : Long.reverseBytes(value));
    }

    /** One queue pair, and what it works with. */
    private record End(NodeOverHttp node, int pd, int cq, JsonNode mr, int qpn)
    {
        static End of(final NodeOverHttp node, final String type, final String more) throws Exception
        {
            final int pd = node.pd();
            final int cq = node.cq(64);
            return new End(node, pd, cq, node.mr(pd, LENGTH), node.qp(type, pd, cq, more));
        }

        long key()
        {
            return mr.get("lkey").longValue();
        }

        long addr()
        {
            return mr.get("addr").longValue();
        }

        String sgList(final int offset, final int length)
        {
            return "'sg_list':[{'addr':%d,'length':%d,'lkey':%d}]".formatted(addr() + offset, length, key());
        }

        String remote(final int offset)
        {
            return "'remote_addr':%d,'rkey':%d".formatted(addr() + offset, key());
        }

        String plain(final String opcode, final int offset, final int length)
        {
            return "'opcode':'" + opcode + "'," + sgList(offset, length);
        }

        String signaled(final String opcode, final int offset, final int length)
        {
            return plain(opcode, offset, length) + ",'send_flags':['SIGNALED']";
        }

        void send(final String request) throws Exception
        {
            assertJson(
                "{'qpn':" + qpn + ",'posted':1}",
                node.done(node.ask("POST", "/v1/qps/" + qpn + "/send", "{" + request + "}")));
        }

        void sendAll(final String... requests) throws Exception
        {
            node.done(node.ask("POST", "/v1/qps/" + qpn + "/send", array(requests)));
        }

        void recv(final String request) throws Exception
        {
            assertJson(
                "{'qpn':" + qpn + ",'posted':1}",
                node.done(node.ask("POST", "/v1/qps/" + qpn + "/recv", "{" + request + "}")));
        }

        void recvAll(final String... requests) throws Exception
        {
            node.done(tryRecvAll(requests));
        }

        AdminClient.Reply tryRecvAll(final String... requests) throws Exception
        {
            return node.ask("POST", "/v1/qps/" + qpn + "/recv", array(requests));
        }

        JsonNode completion() throws Exception
        {
            return node.completions(cq, 1).get(0);
        }

        JsonNode show() throws Exception
        {
            return node.done(node.get("/v1/qps/" + qpn));
        }

        long generation() throws Exception
        {
            return show().get("generation").longValue();
        }

        private static String array(final String... requests)
        {
            return "[{" + String.join("},{", requests) + "}]";
        }
    }
}
