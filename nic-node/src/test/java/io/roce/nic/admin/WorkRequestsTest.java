package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

import static io.roce.nic.admin.NodeOverHttp.requireRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** What is refused of served queue pairs and of work for them: nothing here changes anything. */
@Timeout(60)
class WorkRequestsTest
{
    /** 32,768 x (264 + 1,024 + 32 x 20) + 32,768 x (136 + 32 x 20) bytes of queues. */
    private static final String MAX_CAP = "{'max_send_wr':32768,'max_recv_wr':32768,'max_send_sge':32," +
        "'max_recv_sge':32,'max_inline_data':1024}";

    private static final String SERVED = "'pd':1,'send_cq':1,'recv_cq':1";

    private static NodeOverHttp node;
    private static JsonNode mr;

    /** In RTS, with a peer that is not there. */
    private static int rc;
    private static int ud;
    private static int inReset;
    private static int bare;

    @BeforeAll
    static void open() throws Exception
    {
        node = NodeOverHttp.open("127.94.0.5");
        final int pd = node.pd();
        final int cq = node.cq(16);
        assertEquals("1 1", pd + " " + cq);
        mr = node.mr(pd, 64);
        rc = node.qp("RC", pd, cq, "");
        node.connect("RC", rc, "127.94.0.4", 0x11);
        ud = node.qp("UD", pd, cq, "");
        node.connect("UD", ud, null, 0);
        inReset = node.qp("RC", pd, cq, "");
        bare = node.done(node.ask("POST", "/v1/qps", "{'type':'RC'}")).get("qps").get(0).get("qpn").intValue();
    }

    @AfterAll
    static void close()
    {
        node.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "'pd':1 | MISSING | send_cq | send_cq must be given: an integer.",
        "'pd':1,'send_cq':1 | MISSING | recv_cq | recv_cq must be given: an integer.",
        "'sq_sig_all':false | MISSING | pd | pd must be given: an integer.",
        "'pd':0,'send_cq':1,'recv_cq':1 | OUT_OF_RANGE | pd | pd is 0, outside 1 to 2147483647.",
        "'pd':1,'send_cq':[],'recv_cq':1 | WRONG_TYPE | send_cq | send_cq is [], not an integer.",
        "@S,'sq_sig_all':1 | WRONG_TYPE | sq_sig_all | sq_sig_all is 1, not true or false.",
        "@S,'cap':16 | WRONG_TYPE | cap | cap is 16, not an object.",
        "@S,'cap':{'max_wr':1} | UNKNOWN_NAME | cap.max_wr | There is no member 'cap.max_wr' here; there is " +
            "max_send_wr, max_recv_wr, max_send_sge, max_recv_sge, max_inline_data.",
        "@S,'cap':{'max_send_wr':32769} | OUT_OF_RANGE | cap.max_send_wr | cap.max_send_wr is 32769, outside 0 to " +
            "32768.",
        "@S,'cap':{'max_recv_wr':-1} | OUT_OF_RANGE | cap.max_recv_wr | cap.max_recv_wr is -1, outside 0 to 32768.",
        "@S,'cap':{'max_send_sge':33} | OUT_OF_RANGE | cap.max_send_sge | cap.max_send_sge is 33, outside 0 to 32.",
        "@S,'cap':{'max_recv_sge':33} | OUT_OF_RANGE | cap.max_recv_sge | cap.max_recv_sge is 33, outside 0 to 32.",
        "@S,'cap':{'max_inline_data':'1'} | WRONG_TYPE | cap.max_inline_data | cap.max_inline_data is '1', not an " +
            "integer.",
        "@S,'count':257 | OUT_OF_RANGE | count | count is 257, outside 1 to 256.",
        "@S,'count':2,'cap':@MAX | OUT_OF_RANGE | cap | cap comes to some 177209344 bytes of work queues for 2 queue " +
            "pairs, above 134217728 for one request."})
    void shouldNameWhatIsWrongWithAServedQueuePair(
        final String members, final String code, final String field, final String message) throws Exception
    {
        final int live = node.get("/v1/table").json().get("live").intValue();
        final String body = "{'type':'RC'," + members.replace("@S", SERVED).replace("@MAX", MAX_CAP) + "}";
        final Reply reply = node.ask("POST", "/v1/qps", body);

        requireRefused(reply, 400, code, field, message);
        assertEquals(live, node.get("/v1/table").json().get("live").intValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "'pd':99,'send_cq':1,'recv_cq':1 | no protection domain has the handle 99.",
        "'pd':1,'send_cq':99,'recv_cq':1 | no completion queue has the handle 99.",
        "'pd':1,'send_cq':1,'recv_cq':99 | no completion queue has the handle 99."})
    void shouldNotServeWithWhatIsNotThere(final String members, final String message) throws Exception
    {
        final int live = node.get("/v1/table").json().get("live").intValue();
        final Reply reply = node.ask("POST", "/v1/qps", "{'type':'RC','qpn':4242," + members + "}");

        assertEquals(404, reply.status());
        assertEquals("UNKNOWN_HANDLE", reply.code());
        assertEquals(message, reply.message());
        assertEquals(live, node.get("/v1/table").json().get("live").intValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "'wr_id':1 | MISSING | opcode | opcode must be given: a string.",
        "'opcode':'WRITE' | UNKNOWN_NAME | opcode | opcode must be one of RDMA_WRITE, RDMA_WRITE_WITH_IMM, SEND, " +
            "SEND_WITH_IMM, RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, SEND_WITH_INV: 'WRITE'.",
        "'opcode':'SEND','wr_id':-1 | OUT_OF_RANGE | wr_id | wr_id is -1, outside 0 to 18446744073709551615.",
        "'opcode':'SEND','wr_id':null | WRONG_TYPE | wr_id | wr_id is null, not an integer.",
        "'opcode':'SEND','send_flags':['LOUD'] | UNKNOWN_NAME | send_flags | send_flags must be one of FENCE, " +
            "SIGNALED, SOLICITED, INLINE: 'LOUD'.",
        "'opcode':'SEND','send_flags':['INLINE'] | MISSING | inline_data | inline_data must be given: what the flag " +
            "INLINE sends.",
        "'opcode':'SEND','inline_data':'00' | WRONG_TYPE | inline_data | inline_data is '00', not an object.",
        "'opcode':'SEND','inline_data':{} | MISSING | inline_data.hex | inline_data.hex must be given: a string.",
        "'opcode':'SEND','inline_data':{'hex':'0'} | SYNTAX | inline_data.hex | inline_data.hex must be two hex " +
            "digits for each byte: '0'.",
        "'opcode':'SEND','inline_data':{'hex':'@I65'} | OUT_OF_RANGE | inline_data | inline_data is 65, outside 0 to " +
            "64.",
        "'opcode':'SEND','inline_data':{'hex':'@I1025'} | OUT_OF_RANGE | inline_data.hex | inline_data.hex is 1025 " +
            "bytes, outside 0 to 1024.",
        "'opcode':'SEND','inline_data':{'hex':''},'sg_list':[] | CONTRADICTION | sg_list | inline_data is sent in " +
            "place of what sg_list names; give one of them.",
        "'opcode':'RDMA_READ',@R,'inline_data':{'text':'a'} | OUT_OF_RANGE | opcode | opcode is RDMA_READ, which has " +
            "no data to be INLINE.",
        "'opcode':'SEND','sg_list':{} | WRONG_TYPE | sg_list | sg_list is {}, not an array of objects.",
        "'opcode':'SEND','sg_list':[1] | WRONG_TYPE | sg_list[0] | sg_list[0] is 1, not an object.",
        "'opcode':'SEND','sg_list':[{'addr':1,'length':1}] | MISSING | sg_list[0].lkey | sg_list[0].lkey must be " +
            "given: an integer.",
        "'opcode':'SEND','sg_list':[{'length':1,'lkey':1}] | MISSING | sg_list[0].addr | sg_list[0].addr must be " +
            "given: an integer.",
        "'opcode':'SEND','sg_list':[{'addr':1,'lkey':1}] | MISSING | sg_list[0].length | sg_list[0].length must be " +
            "given: an integer.",
        "'opcode':'SEND','sg_list':[{'addr':1,'length':2147483649,'lkey':1}] | OUT_OF_RANGE | sg_list[0].length | " +
            "sg_list[0].length is 2147483649, outside 0 to 2147483648.",
        "'opcode':'SEND','sg_list':[{'addr':1,'length':1,'lkey':4294967296}] | OUT_OF_RANGE | sg_list[0].lkey | " +
            "sg_list[0].lkey is 4294967296, outside 0 to 4294967295.",
        "'opcode':'SEND','sg_list':[{'addr':1,'length':1,'key':1}] | UNKNOWN_NAME | sg_list[0].key | There is no " +
            "member 'sg_list[0].key' here; there is addr, length, lkey.",
        "'opcode':'SEND','sg_list':[@E,@E] | OUT_OF_RANGE | num_sge | num_sge is 2, outside 0 to 1.",
        "'opcode':'SEND','rkey':1 | CONTRADICTION | rkey | rkey says nothing to SEND.",
        "'opcode':'RDMA_WRITE','rkey':1 | MISSING | remote_addr | remote_addr must be given: RDMA_WRITE needs it.",
        "'opcode':'RDMA_WRITE','remote_addr':1 | MISSING | rkey | rkey must be given: RDMA_WRITE needs it.",
        "'opcode':'RDMA_WRITE',@R,'imm_data':1 | CONTRADICTION | imm_data | imm_data says nothing to RDMA_WRITE.",
        "'opcode':'RDMA_WRITE_WITH_IMM',@R | MISSING | imm_data | imm_data must be given: RDMA_WRITE_WITH_IMM needs " +
            "it.",
        "'opcode':'SEND_WITH_IMM','imm_data':4294967296 | OUT_OF_RANGE | imm_data | imm_data is 4294967296, outside " +
            "0 to 4294967295.",
        "'opcode':'SEND_WITH_INV' | MISSING | invalidate_rkey | invalidate_rkey must be given: SEND_WITH_INV needs it.",
        "'opcode':'ATOMIC_FETCH_AND_ADD',@R | MISSING | compare_add | compare_add must be given: " +
            "ATOMIC_FETCH_AND_ADD needs it.",
        "'opcode':'ATOMIC_CMP_AND_SWP',@R,'compare_add':1 | MISSING | swap | swap must be given: ATOMIC_CMP_AND_SWP " +
            "needs it.",
        "'opcode':'ATOMIC_FETCH_AND_ADD',@R,'compare_add':1,'swap':1 | CONTRADICTION | swap | swap says nothing to " +
            "ATOMIC_FETCH_AND_ADD.",
        "'opcode':'ATOMIC_FETCH_AND_ADD',@R,'compare_add':1 | OUT_OF_RANGE | length | length is 0, outside 8 to " +
            "2147483648.",
        "'opcode':'ATOMIC_FETCH_AND_ADD','remote_addr':4,'rkey':1,'compare_add':1,'sg_list':[@E] | OUT_OF_RANGE | " +
            "remote_addr | remote_addr is 0x4, not a multiple of 8.",
        "'opcode':'SEND','dgid':'127.0.0.1' | MISSING | remote_qpn | remote_qpn must be given: an integer.",
        "'opcode':'SEND','sgid_index':0 | MISSING | dgid | dgid must be given: a string.",
        "'opcode':'SEND','dgid':'localhost','remote_qpn':1,'remote_qkey':1 | SYNTAX | dgid | dgid must be an IP " +
            "literal: 'localhost'.",
        "'opcode':'SEND','dgid':'::1','remote_qpn':16777216,'remote_qkey':1 | OUT_OF_RANGE | remote_qpn | remote_qpn " +
            "is 0x1000000, outside 0x000000 to 0xffffff.",
        "'opcode':'SEND','dgid':'::1','remote_qpn':1,'remote_qkey':-1 | OUT_OF_RANGE | remote_qkey | remote_qkey is " +
            "-1, outside 0 to 4294967295.",
        "'opcode':'SEND',@D,'sgid_index':256 | OUT_OF_RANGE | sgid_index | sgid_index is 256, outside 0 to 255.",
        "'opcode':'SEND',@D | CONTRADICTION | dgid | dgid, remote_qpn, remote_qkey and sgid_index are of UD: the " +
            "queue pair is RC, which has its peer from its attributes.",
        "'opcode':'SEND','op':1 | UNKNOWN_NAME | op | There is no member 'op' here; there is wr_id, opcode"})
    void shouldNameWhatIsWrongWithASend(
        final String members, final String code, final String field, final String message) throws Exception
    {
        final String body = "{" + members
            .replace("@E", "{'addr':%d,'length':8,'lkey':%d}".formatted(
                mr.get("addr").longValue(), mr.get("lkey").longValue()))
            .replace(",@R", ",'remote_addr':8,'rkey':1")
            .replace(",@D", ",'dgid':'127.94.0.4','remote_qpn':17,'remote_qkey':1")
            .replace("@I1025", "00".repeat(1_025))
            .replace("@I65", "00".repeat(65)) + "}";

        requireRefused(node.ask("POST", send(rc), body), 400, code, field, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{'wr_id':18446744073709551616} | OUT_OF_RANGE | wr_id | wr_id is 18446744073709551616, outside 0 to " +
            "18446744073709551615.",
        "{'wr_id':'1'} | WRONG_TYPE | wr_id | wr_id is '1', not an integer.",
        "{'opcode':'SEND'} | UNKNOWN_NAME | opcode | There is no member 'opcode' here; there is wr_id, sg_list.",
        "{'sg_list':[{}]} | MISSING | sg_list[0].addr | sg_list[0].addr must be given: an integer.",
        "{'sg_list':[{'addr':-1}]} | OUT_OF_RANGE | sg_list[0].addr | sg_list[0].addr is -1, outside 0 to " +
            "18446744073709551615.",
        "[{},{'wr_id':-1}] | OUT_OF_RANGE | [1].wr_id | [1].wr_id is -1, outside 0 to 18446744073709551615.",
        "[{},7] | WRONG_TYPE | [1] | [1] is 7, not an object.",
        "[{},{'id':1}] | UNKNOWN_NAME | [1].id | There is no member '[1].id' here; there is wr_id, sg_list.",
        "7 | WRONG_TYPE | body | body is 7, not an object."})
    void shouldNameWhatIsWrongWithAReceive(
        final String body, final String code, final String field, final String message) throws Exception
    {
        requireRefused(node.ask("POST", "/v1/qps/" + rc + "/recv", body), 400, code, field, message);
        assertEquals(0, node.get("/v1/qps/" + rc).json().get("work").get("receives").intValue());
    }

    @Test
    void shouldTakeSoManyRequestsAtOnceAndNoMore() throws Exception
    {
        final String path = "/v1/qps/" + rc + "/recv";
        final Reply tooMany = node.ask("POST", path, "[" + "{},".repeat(1_024) + "{}]");
        requireRefused(tooMany, 400, "OUT_OF_RANGE", "body", "body is an array of 1025, outside 0 to 1024.");
        assertEquals("QUEUE_FULL", node.ask("POST", path, "[" + "{},".repeat(1_023) + "{}]").code());
    }

    @Test
    void shouldWantADestinationOfADatagram() throws Exception
    {
        requireRefused(
            node.ask("POST", send(ud), "{'opcode':'SEND'}"),
            400,
            "MISSING",
            "dgid",
            "dgid must be given, with remote_qpn and remote_qkey: the queue pair is UD.");
    }

    @Test
    void shouldRefuseWhatAQueuePairOfThatTypeNeverDoes() throws Exception
    {
        requireRefused(
            node.ask("POST", send(ud), "{'opcode':'RDMA_READ','remote_addr':0,'rkey':1,'dgid':'127.94.0.4'," +
                "'remote_qpn':17,'remote_qkey':1}"),
            400,
            "OUT_OF_RANGE",
            "opcode",
            "opcode is RDMA_READ, not SEND, SEND_WITH_IMM.");
    }

    @Test
    void shouldNotTakeWorkWhereThereIsNone() throws Exception
    {
        for (final String path : List.of("/send", "/recv"))
        {
            final String body = path.equals("/send") ? "{'opcode':'SEND'}" : "{}";
            final Reply noQueues = node.ask("POST", "/v1/qps/" + bare + path, body);
            assertEquals("409 NO_WORK_QUEUES", noQueues.status() + " " + noQueues.code());
            assertEquals(bare, noQueues.json().get("qpn").intValue());

            final Reply tooEarly = node.ask("POST", "/v1/qps/" + inReset + path, body);
            assertEquals("409 ILLEGAL_STATE", tooEarly.status() + " " + tooEarly.code());
            assertEquals("RESET", tooEarly.json().get("state").textValue());

            final Reply nobody = node.ask("POST", "/v1/qps/0x4711" + path, body);
            assertEquals("404 UNALLOCATED", nobody.status() + " " + nobody.code());
            assertEquals("[]", nobody.json().get("history").toString());

            assertEquals(400, node.ask("POST", "/v1/qps/0x1000000" + path, body).status());
        }
    }

    @Test
    void shouldShowABareQueuePairAsBefore() throws Exception
    {
        final List<String> members = new ArrayList<>();
        node.get("/v1/qps/" + bare).json().fieldNames().forEachRemaining(members::add);

        assertEquals(
            List.of("qpn", "generation", "epoch", "type", "state", "attributes", "counters", "history"), members);
    }

    private static String send(final int qpn)
    {
        return "/v1/qps/" + qpn + "/send";
    }
}
