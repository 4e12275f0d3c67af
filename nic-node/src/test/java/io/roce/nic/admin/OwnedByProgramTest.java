package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.verbs.Verbs;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteBuffer;

import static io.roce.nic.admin.NodeOverHttp.assertJson;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

/** What the program that embeds a node has made, as requests see it. */
@Timeout(60)
class OwnedByProgramTest
{
    private NodeOverHttp node;
    private ProtectionDomain pd;
    private CompletionQueue cq;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(64);
    private MemoryRegion region;
    private QpInit init;
    private Qp qp;

    @BeforeEach
    void open() throws Exception
    {
        node = NodeOverHttp.open("127.94.0.6");
        final Verbs verbs = node.node.verbs();
        pd = verbs.allocPd().join();
        cq = verbs.createCq(16).join();
        region = verbs.regMr(pd, new MrInit(memory, AccessFlag.LOCAL_WRITE.bit())).join();
        init = new QpInit(pd, new QpCap(4, 2, 1, 1, 0), true, cq, cq);
        qp = verbs.createQp(QpType.RC, init).join();
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldShowIt() throws Exception
    {
        assertJson("{'pds':[{'pd':1,'mrs':1,'qps':1,'made_by':'program'}],'next':null}", node.get("/v1/pds").json());
        assertEquals("program", node.get("/v1/cqs/1").json().get("made_by").textValue());
        assertJson(
            "{'lkey':%d,'rkey':%d,'addr':68719476736,'length':64,'access':['LOCAL_WRITE'],'pd':1,"
                .formatted(key(), key()) + "'invalidatable':false,'invalidated':false,'made_by':'program'}",
            node.get("/v1/mrs/" + key()).json());
        final JsonNode shown = node.get("/v1/qps/" + qp.qpn()).json();
        assertEquals("program", shown.get("made_by").textValue());
        assertEquals("true", shown.get("sq_sig_all").toString());
        assertJson(
            "{'max_send_wr':4,'max_recv_wr':2,'max_send_sge':1,'max_recv_sge':1,'max_inline_data':0}",
            shown.get("cap"));
    }

    @Test
    void shouldLeaveItToTheProgram() throws Exception
    {
        requireOwned(node.delete("/v1/pds/1"), "protection domain 1");
        requireOwned(node.delete("/v1/cqs/1"), "completion queue 1");
        requireOwned(node.ask("POST", "/v1/cqs/1/poll", "{}"), "completion queue 1");
        final String path = "/v1/mrs/" + key();
        final String name = "the region with key 0x%08x".formatted(region.lkey());
        requireOwned(node.delete(path), name);
        requireOwned(node.get(path + "/bytes"), name);
        requireOwned(node.ask("PUT", path + "/bytes", "{'hex':'ff'}"), name);
        final String queuePair = "queue pair 0x%06x".formatted(qp.qpn());
        requireOwned(node.ask("POST", "/v1/qps/" + qp.qpn() + "/send", "{'opcode':'SEND'}"), queuePair);
        requireOwned(node.ask("POST", "/v1/qps/" + qp.qpn() + "/recv", "{}"), queuePair);

        assertEquals(0, memory.get(0));
        assertEquals(1, node.get("/v1/mrs").json().get("mrs").size());
    }

    @Test
    void shouldTellWhoseAQueuePairIsByMoreThanItsNumber() throws Exception
    {
        assertEquals(200, node.delete("/v1/qps/" + qp.qpn()).status());
        assertNull(qp.state());

        final int own = node.qp("RC", pd.handle(), cq.handle(), "");
        assertEquals("admin", node.get("/v1/qps/" + own).json().get("made_by").textValue());
        node.node.lane().submit(() -> node.node.lane().queuePairs().destroy(own)).join();
        final String path = "/v1/qps/" + own;
        assertEquals(404, node.ask("POST", path + "/recv", "{}").status());

        node.node.verbs().createQp(QpType.RC, own, init).join();
        assertEquals("program", node.get(path).json().get("made_by").textValue());
        requireOwned(node.ask("POST", path + "/recv", "{}"), "queue pair 0x%06x".formatted(own));
    }

    private long key()
    {
        return Integer.toUnsignedLong(region.lkey());
    }

    private static void requireOwned(final Reply reply, final String what)
    {
        assertEquals("409 OWNED_BY_PROGRAM", reply.status() + " " + reply.code());
        assertEquals(
            what + " belongs to the program that embeds the node, which alone works with it.", reply.message());
    }
}
