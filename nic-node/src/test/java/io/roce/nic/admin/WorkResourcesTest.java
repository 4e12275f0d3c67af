package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.Await;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.memory.DirectMemory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import static io.roce.nic.admin.NodeOverHttp.assertJson;
import static io.roce.nic.admin.NodeOverHttp.json;
import static io.roce.nic.admin.NodeOverHttp.requireRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Protection domains, memory regions and completion queues: what is made, shown and refused. */
@Timeout(60)
class WorkResourcesTest
{
    private static final int MR_LENGTH = 4_096;

    private static NodeOverHttp node;
    private static JsonNode mr;

    @BeforeAll
    static void open() throws Exception
    {
        node = NodeOverHttp.open("127.94.0.3");
        final int pd = node.pd();
        final int cq = node.cq(16);
        assertEquals("1 1", pd + " " + cq);
        mr = node.mr(pd, MR_LENGTH);
        node.qp("RC", pd, cq, "");
    }

    @AfterAll
    static void close()
    {
        node.close();
    }

    @Test
    void shouldShowWhatWasMade() throws Exception
    {
        assertJson("{'pd':1,'mrs':1,'qps':1,'made_by':'admin'}", node.get("/v1/pds/1").json());
        assertJson(
            "{'cq':1,'cqe':16,'completions':0,'lost':0,'overflowed':false,'work_queues':2,'made_by':'admin'}",
            node.get("/v1/cqs/1").json());
        final Reply made = node.ask(
            "POST",
            "/v1/mrs",
            "{'pd':1,'length':268435456,'access':['REMOTE_ATOMIC','LOCAL_WRITE'],'addr':18446744073441116159," +
                "'key':4294967295,'invalidatable':true}");
        assertEquals(201, made.status(), made.message());
        assertJson(
            "{'lkey':4294967295,'rkey':4294967295,'addr':18446744073441116159,'length':268435456," +
                "'access':['LOCAL_WRITE','REMOTE_ATOMIC'],'pd':1,'invalidatable':true,'invalidated':false," +
                "'made_by':'admin'}",
            made.json());
        assertEquals(made.json(), node.get("/v1/mrs/0xffffffff").json());
        assertJson("{'lkey':4294967295}", node.delete("/v1/mrs/4294967295").json());
        assertEquals(404, node.get("/v1/mrs/4294967295").status());
    }

    @Test
    void shouldListInPartsInTheOrderOfTheNumbers() throws Exception
    {
        final int[] pds = {node.pd(), node.pd(), node.pd()};
        final JsonNode first = node.get("/v1/pds?limit=2&after=" + (pds[0] - 1)).json();
        assertEquals(2, first.get("pds").size());
        assertEquals(pds[0], first.get("pds").get(0).get("pd").intValue());
        assertEquals(pds[1], first.get("pds").get(1).get("pd").intValue());
        assertEquals(pds[1], first.get("next").intValue());
        final JsonNode last = node.get("/v1/pds?limit=2&after=" + pds[1]).json();
        assertEquals(1, last.get("pds").size());
        assertTrue(last.get("next").isNull());

        for (final int pd : pds)
        {
            assertJson("{'pd':" + pd + "}", node.delete("/v1/pds/" + pd).json());
            assertEquals(404, node.delete("/v1/pds/" + pd).status());
        }
        assertEquals(1, node.get("/v1/mrs").json().get("mrs").size());
        assertEquals(1, node.get("/v1/cqs").json().get("cqs").size());
    }

    @Test
    void shouldFreeMemoryWithItsRegion() throws Exception
    {
        final int length = 1 << 28;
        // What other tests have left may be freed at any moment: the region is more than all of that.
        System.gc();
        final long between = directMemory() + length / 2;
        final long key = node.mr(1, length).get("lkey").longValue();
        assertTrue(directMemory() > between);
        assertEquals(200, node.delete("/v1/mrs/" + key).status());
        assertTrue(directMemory() < between);

        assertEquals(404, node.ask("POST", "/v1/mrs", "{'pd':99,'length':" + length + ",'access':[]}").status());
        Await.until(WorkResourcesTest::directMemory, bytes -> bytes < between);
    }

    @Test
    void shouldSayThatThereIsNoMemoryForARegion() throws Exception
    {
        final DirectMemory small = new DirectMemory()
        {
            @Override
            public ByteBuffer allocate(final int length)
            {
                throw new OutOfMemoryError();
            }

            @Override
            public long left()
            {
                return 1_000;
            }
        };
        try (AdminFixture fixture = new AdminFixture(
            new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), null), small))
        {
            fixture.post("/v1/pds", "{}");
            for (final int length : new int[]{1_001, 500})
            {
                final Reply reply = fixture.post(
                    "/v1/mrs", json("{'pd':1,'length':" + length + ",'access':[]}"));
                assertEquals("409 NO_MEMORY", reply.status() + " " + reply.code());
                assertEquals(
                    "there is no memory off the heap for a region of " + length + " bytes: 1000 are left.",
                    reply.message());
            }
            assertEquals(0, fixture.get("/v1/mrs").json().get("mrs").size());
        }
    }

    @Test
    void shouldSayThatThereAreAsManyAsThereCanBe() throws Exception
    {
        try (AdminFixture fixture = new AdminFixture())
        {
            assertEquals(201, fixture.post("/v1/pds", "{}").status());
            final Reply reply = fixture.post("/v1/pds", "{}");
            assertEquals("409 LIMIT_REACHED", reply.status() + " " + reply.code());
            assertEquals("there are as many protection domains as there can be: 1.", reply.message());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "/v1/pds | {'pd':1} | UNKNOWN_NAME | pd | There is no member 'pd' here; there is none.",
        "/v1/pds | [] | WRONG_TYPE | body | body is [], not an object.",
        "/v1/cqs | {} | MISSING | cqe | cqe must be given: an integer.",
        "/v1/cqs | {'cqe':0} | OUT_OF_RANGE | cqe | cqe is 0, outside 1 to 131072.",
        "/v1/cqs | {'cqe':131073} | OUT_OF_RANGE | cqe | cqe is 131073, outside 1 to 131072.",
        "/v1/cqs | {'cqe':'16'} | WRONG_TYPE | cqe | cqe is '16', not an integer.",
        "/v1/cqs | {'cqe':1,'n':1} | UNKNOWN_NAME | n | There is no member 'n' here; there is cqe.",
        "/v1/cqs/1/poll | {'max':0} | OUT_OF_RANGE | max | max is 0, outside 1 to 1024.",
        "/v1/cqs/1/poll | {'max':1025} | OUT_OF_RANGE | max | max is 1025, outside 1 to 1024.",
        "/v1/cqs/1/poll | {'max':1.0} | WRONG_TYPE | max | max is 1.0, not an integer.",
        "/v1/cqs/1/poll | {'timeout_ms':5001} | OUT_OF_RANGE | timeout_ms | timeout_ms is 5001, outside 0 to 5000.",
        "/v1/cqs/1/poll | {'timeout_ms':'1s'} | WRONG_TYPE | timeout_ms | timeout_ms is '1s', not an integer.",
        "/v1/cqs/1/poll | {'wait':1} | UNKNOWN_NAME | wait | There is no member 'wait' here; there is max, timeout_ms."
    })
    void shouldNameWhatIsWrongWithDomainsAndQueues(
        final String path, final String body, final String code, final String field, final String message)
        throws Exception
    {
        requireRefused(node.ask("POST", path, body), 400, code, field, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{} | MISSING | pd | pd must be given: an integer.",
        "{'pd':0} | OUT_OF_RANGE | pd | pd is 0, outside 1 to 2147483647.",
        "{'pd':true} | WRONG_TYPE | pd | pd is true, not an integer.",
        "{'pd':1,'size':1} | UNKNOWN_NAME | size | There is no member 'size' here; there is pd, length, access, " +
            "addr, key, invalidatable.",
        "{'pd':1} | MISSING | length | length must be given: an integer.",
        "{'pd':1,'length':0} | OUT_OF_RANGE | length | length is 0, outside 1 to 268435456.",
        "{'pd':1,'length':268435457} | OUT_OF_RANGE | length | length is 268435457, outside 1 to 268435456.",
        "{'pd':1,'length':8} | MISSING | access | access must be given: an array of names.",
        "{'pd':1,'length':8,'access':'LOCAL_WRITE'} | WRONG_TYPE | access | access is 'LOCAL_WRITE', not an array of " +
            "names.",
        "{'pd':1,'length':8,'access':['WRITE']} | UNKNOWN_NAME | access | access must be one of LOCAL_WRITE, " +
            "REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC: 'WRITE'.",
        "{'pd':1,'length':8,'access':['REMOTE_WRITE']} | OUT_OF_RANGE | access | access is [REMOTE_WRITE] without " +
            "LOCAL_WRITE.",
        "{'pd':1,'length':8,'access':[],'addr':-1} | OUT_OF_RANGE | addr | addr is -1, outside 0 to " +
            "18446744073709551615.",
        "{'pd':1,'length':8,'access':[],'addr':18446744073709551616} | OUT_OF_RANGE | addr | addr is " +
            "18446744073709551616, outside 0 to 18446744073709551615.",
        "{'pd':1,'length':8,'access':[],'addr':'0x1000'} | WRONG_TYPE | addr | addr is '0x1000', not an integer.",
        "{'pd':1,'length':8,'access':[],'addr':18446744073709551609} | OUT_OF_RANGE | addr | addr is " +
            "0xfffffffffffffff9: the last of 8 bytes would be beyond the last address.",
        "{'pd':1,'length':8,'access':[],'key':0} | OUT_OF_RANGE | key | key is 0, outside 1 to 4294967295.",
        "{'pd':1,'length':8,'access':[],'key':4294967296} | OUT_OF_RANGE | key | key is 4294967296, outside 1 to " +
            "4294967295.",
        "{'pd':1,'length':8,'access':[],'invalidatable':1} | WRONG_TYPE | invalidatable | invalidatable is 1, not " +
            "true or false."})
    void shouldNameWhatIsWrongWithARegion(
        final String body, final String code, final String field, final String message) throws Exception
    {
        requireRefused(node.ask("POST", "/v1/mrs", body), 400, code, field, message);
        assertEquals(1, node.get("/v1/mrs").json().get("mrs").size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "?offset=-1 | OUT_OF_RANGE | offset | offset is -1, outside 0 to 2147483647.",
        "?offset=4096 | OUT_OF_RANGE | offset | offset is 4096, outside 0 to 4095.",
        "?offset=4095&length=2 | OUT_OF_RANGE | length | length is 2 bytes, outside 1 to 1.",
        "?length=0 | OUT_OF_RANGE | length | length is 0, outside 1 to 16384.",
        "?length=16385 | OUT_OF_RANGE | length | length is 16385, outside 1 to 16384.",
        "?length=x | SYNTAX | length | length must be a number in decimal or 0x hex: 'x'.",
        "?at=1 | UNKNOWN_NAME | at | There is no parameter 'at' here; there is offset, length."})
    void shouldNameWhatIsWrongWithAReadOfBytes(
        final String query, final String code, final String field, final String message) throws Exception
    {
        requireRefused(node.get(bytes() + query), 400, code, field, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{} | MISSING | hex | hex must be given: a string.",
        "{'hex':'00','text':'a'} | CONTRADICTION | text | hex says the bytes already; give it or text.",
        "{'hex':'0'} | SYNTAX | hex | hex must be two hex digits for each byte: '0'.",
        "{'hex':'0x00'} | SYNTAX | hex | hex must be two hex digits for each byte: '0x00'.",
        "{'hex':'00 11'} | SYNTAX | hex | hex must be two hex digits for each byte: '00 11'.",
        "{'hex':7} | WRONG_TYPE | hex | hex is 7, not a string.",
        "{'hex':''} | OUT_OF_RANGE | hex | hex is 0 bytes, outside 1 to 16384.",
        "{'text':''} | OUT_OF_RANGE | text | text is 0 bytes, outside 1 to 16384.",
        "{'text':'\\ud800'} | SYNTAX | text | text must be text with nothing but whole characters",
        "{'text':'ab','offset':4095} | OUT_OF_RANGE | text | text is 2 bytes, outside 1 to 1.",
        "{'hex':'00','offset':4096} | OUT_OF_RANGE | offset | offset is 4096, outside 0 to 4095.",
        "{'hex':'00','offset':'0'} | WRONG_TYPE | offset | offset is '0', not an integer.",
        "{'hex':'00','length':1} | UNKNOWN_NAME | length | There is no member 'length' here; there is offset, hex, " +
            "text."})
    void shouldNameWhatIsWrongWithAWriteOfBytes(
        final String body, final String code, final String field, final String message) throws Exception
    {
        requireRefused(node.ask("PUT", bytes(), body), 400, code, field, message);
    }

    @Test
    void shouldTakeAndGiveAsManyBytesAsARequestMayHaveAndNoMore() throws Exception
    {
        final long key = node.mr(1, 20_000).get("lkey").longValue();
        final String path = "/v1/mrs/" + key + "/bytes";
        final String most = "ab".repeat(16_384);
        assertJson(
            "{'lkey':%d,'addr':%d,'offset':3,'length':16384}".formatted(
                key, node.get("/v1/mrs/" + key).json().get("addr").longValue() + 3),
            node.ask("PUT", path, "{'offset':3,'hex':'" + most + "'}").json());
        final Reply tooMany = node.ask("PUT", path, "{'hex':'" + most + "ab'}");
        requireRefused(tooMany, 400, "OUT_OF_RANGE", "hex", "hex is 16385 bytes, outside 1 to 16384.");

        final JsonNode all = node.get(path).json();
        assertEquals(16_384, all.get("length").intValue());
        assertEquals("000000" + "ab".repeat(16_381), all.get("hex").textValue());
        final JsonNode rest = node.get(path + "?offset=16386").json();
        assertEquals("ab" + "00".repeat(20_000 - 16_387), rest.get("hex").textValue());
        assertEquals(".".repeat(20_000 - 16_386), rest.get("ascii").textValue());
        assertEquals(200, node.delete("/v1/mrs/" + key).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/pds", "/v1/mrs", "/v1/cqs", "/v1/cqs/1/poll", "/v1/qps/17/send", "/v1/qps/17/recv"})
    void shouldSayThatABodyIsEmpty(final String path) throws Exception
    {
        final Reply reply = node.ask("POST", path, "");

        assertEquals("400 SYNTAX", reply.status() + " " + reply.code());
        assertTrue(reply.message().startsWith("The body is empty, not an object"), reply.message());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "GET    | /v1/pds/99       | no protection domain has the handle 99.",
        "DELETE | /v1/pds/99       | no protection domain has the handle 99.",
        "GET    | /v1/cqs/99       | no completion queue has the handle 99.",
        "DELETE | /v1/cqs/99       | no completion queue has the handle 99.",
        "POST   | /v1/cqs/99/poll  | no completion queue has the handle 99.",
        "GET    | /v1/mrs/1        | no region is registered with key 0x00000001.",
        "DELETE | /v1/mrs/0xffffffff | no region is registered with key 0xffffffff.",
        "GET    | /v1/mrs/1/bytes  | no region is registered with key 0x00000001."})
    void shouldSayThatNothingHasTheHandle(final String method, final String path, final String message)
        throws Exception
    {
        final Reply reply = node.ask(method, path, "{}");

        assertEquals("404 UNKNOWN_HANDLE", reply.status() + " " + reply.code());
        assertEquals(message, reply.message());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/v1/pds/0          | pd is 0, outside 1 to 2147483647.",
        "/v1/cqs/2147483648 | cq is 2147483648, outside 1 to 2147483647.",
        "/v1/mrs/4294967296 | lkey is 4294967296, outside 1 to 4294967295.",
        "/v1/mrs/key        | lkey must be a number in decimal or 0x hex: 'key'.",
        "/v1/mrs?after=4294967296 | after is 4294967296, outside 0 to 4294967295.",
        "/v1/cqs?limit=0    | limit is 0, outside 1 to 10000.",
        "/v1/pds?state=RTS  | There is no parameter 'state' here; there is limit, after."})
    void shouldSayWhatIsWrongInAPath(final String path, final String message) throws Exception
    {
        final Reply reply = node.get(path);

        assertEquals(400, reply.status());
        assertEquals(json(message), reply.message());
    }

    @ParameterizedTest
    @CsvSource({"/v1/pds/1/bytes", "/v1/mrs/1/poll", "/v1/qps/17/read", "/v1/cqs/1/poll/1", "/v1/mrs//bytes",
        "/v1/cqs/{cq}", "/v1/{}"})
    void shouldSayThatThereIsNoSuchPath(final String path) throws Exception
    {
        final Reply reply = node.get(path.replace("{", "%7B").replace("}", "%7D"));

        assertEquals(path.contains("{cq}") ? 400 : 404, reply.status(), reply.message());
    }

    @Test
    void shouldKeepWhatOthersBelongTo() throws Exception
    {
        final Reply pd = node.delete("/v1/pds/1");
        assertEquals("409 IN_USE", pd.status() + " " + pd.code());
        assertEquals("protection domain 1 has 1 regions and 1 queue pairs.", pd.message());

        final Reply cq = node.delete("/v1/cqs/1");
        assertEquals("409 IN_USE", cq.status() + " " + cq.code());
        assertEquals("completion queue 1 has 2 work queues.", cq.message());
    }

    @Test
    void shouldRefuseAKeyThatIsInUse() throws Exception
    {
        final Reply reply = node.ask("POST", "/v1/mrs", "{'pd':1,'length':8,'access':[],'key':" +
            mr.get("lkey").longValue() + "}");

        assertEquals("409 KEY_NOT_FREE", reply.status() + " " + reply.code());
    }

    private static String bytes()
    {
        return "/v1/mrs/" + mr.get("lkey").longValue() + "/bytes";
    }

    private static long directMemory()
    {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getTotalCapacity)
            .sum();
    }
}
