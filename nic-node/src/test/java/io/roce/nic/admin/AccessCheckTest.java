package io.roce.nic.admin;

import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetSocketAddress;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AccessCheckTest extends WithAdmin
{
    @ParameterizedTest
    @CsvSource({"127.30.0.1", "127.30.0.1:4791", "127.30.0.1:80", "localhost", "LOCALHOST:4791"})
    void shouldAnswerToItsOwnNames(final String host) throws Exception
    {
        final String response = node.exchange("GET /v1/node HTTP/1.1\r\nHost: " + host + "\r\n" + LAST);

        assertTrue(response.startsWith(STATUS_200), response);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "evil.example", "127.30.0.2", "127.30.0.1.evil.example", "localhost.evil.example", "127.30.0.1@evil.example",
        "evil.example:4791", "127.30.0.1:x", "127.30.0.1:123456", "[::1]", "::1", "0.0.0.0", "[127.30.0.1", "''"})
    void shouldRefuseAForeignHost(final String host) throws Exception
    {
        final String response = node.exchange("GET /v1/node HTTP/1.1\r\nHost: " + host + "\r\n" + LAST);

        assertTrue(response.startsWith("HTTP/1.1 403 "), response);
        assertEquals("FOREIGN_HOST", AdminFixture.body(response).get("code").textValue());
    }

    @Test
    void shouldWantOneHostHeader() throws Exception
    {
        for (final String head : List.of(
            "/v1/node HTTP/1.1\r\n",
            "/v1/node HTTP/1.0\r\n",
            "http://127.30.0.1/v1/node HTTP/1.1\r\n",
            "/v1/node HTTP/1.1\r\n" + HOST + "Host: evil.example\r\n",
            "http://127.30.0.1/v1/node HTTP/1.1\r\n" + HOST + HOST))
        {
            final String response = node.exchange("GET " + head + LAST);
            assertTrue(response.startsWith("HTTP/1.1 400 "), response);
            final String message = AdminFixture.body(response).get("message").textValue();
            assertTrue(message.startsWith("There must be one Host header, with HTTP/1.0 too, since "), message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "http://127.30.0.1:4791/v1/node  | 127.30.0.1   | 200",
        "HTTP://LOCALHOST/v1/node        | 127.30.0.1   | 200",
        "http://127.30.0.1/v1/qps?limit=1 | 127.30.0.1  | 200",
        "http://127.30.0.1/v1/node       | evil.example | 200",
        "http://evil.example/v1/node     | 127.30.0.1   | 403",
        "http://127.30.0.1@evil.example/v1/node | 127.30.0.1 | 403",
        "http://evil.example?@127.30.0.1/v1/node | 127.30.0.1 | 403",
        "http:///v1/node                 | 127.30.0.1   | 403",
        "http://127.30.0.1?/v1/node      | 127.30.0.1   | 400",
        "https://127.30.0.1/v1/node      | 127.30.0.1   | 400",
        "http:127.30.0.1/v1/node         | 127.30.0.1   | 400"})
    void shouldTakeTheHostOfAnAbsoluteTarget(final String target, final String host, final int status)
        throws Exception
    {
        final String response = node.exchange("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + LAST);

        assertEquals(List.of(status), statuses(response), response);
        AdminFixture.body(response);
    }

    @Test
    void shouldTakeTheHostOfAnAbsoluteTargetForTheOrigin() throws Exception
    {
        final String head = "GET http://127.30.0.1:4791/v1/node HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://";

        assertEquals(List.of(200), statuses(node.exchange(head + "127.30.0.1:4791\r\n" + LAST)));
        assertEquals(List.of(403), statuses(node.exchange(head + "evil.example\r\n" + LAST)));
    }

    @Test
    void shouldNeedNoHostHeaderInHttp10WhereTheTargetNamesTheHost() throws Exception
    {
        assertEquals(List.of(200), statuses(node.exchange("GET http://127.30.0.1/v1/node HTTP/1.0\r\n\r\n")));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.30.0.1:PORT, 200",
        "HTTP://127.30.0.1:PORT, 200",
        "http://127.30.0.1, 403",
        "http://127.30.0.1:1, 403",
        "https://127.30.0.1:PORT, 403",
        "http://127.30.0.1:PORT.evil.example, 403",
        "http://evil.example, 403",
        "null, 403"})
    void shouldRefusePagesOfAnotherOrigin(final String origin, final int status) throws Exception
    {
        final int port = node.server.address().getPort();
        final String response = node.exchange("GET /v1/node HTTP/1.1\r\nHost: 127.30.0.1:" + port + "\r\nOrigin: " +
            origin.replace("PORT", Integer.toString(port)) + "\r\n" + LAST);

        assertTrue(response.startsWith("HTTP/1.1 " + status + " "), response);
        assertFalse(response.toLowerCase().contains("access-control"), response);
    }

    @Test
    void shouldWantTheTokenWhereThereIsOne() throws Exception
    {
        final InetSocketAddress any = new InetSocketAddress(AdminFixture.ADDRESS, 0);
        try (AdminFixture guarded = new AdminFixture(new AdminConfig(any, "5E55101D")))
        {
            final Reply none = guarded.get("/v1/node");
            assertEquals(401, none.status());
            assertEquals("UNAUTHORIZED", none.code());
            assertEquals("Bearer realm=\"roce\"", none.header("WWW-Authenticate"));

            for (final String wrong : List.of(
                "Bearer 5E55101E", "Bearer 5E55101", "Bearer 5E55101D5E55101D", "Bearer", "Basic 5E55101D", "5E55101D"))
            {
                final Reply reply = guarded.send(
                    guarded.request("/v1/node").header("Authorization", wrong).build());
                assertEquals(401, reply.status(), wrong);
            }
            assertEquals(200, guarded.send(
                guarded.request("/v1/node").header("Authorization", "bearer 5E55101D").build()).status());
        }
    }

    @Test
    void shouldServeIpv6() throws Exception
    {
        try (AdminFixture six = new AdminFixture(new AdminConfig(new InetSocketAddress("::1", 0), null)))
        {
            for (final String host : List.of("[::1]", "[::1]:4791", "[0:0:0:0:0:0:0:1]", "localhost"))
            {
                assertTrue(six.exchange("GET /v1/node HTTP/1.1\r\nHost: " + host + "\r\n" + LAST)
                    .startsWith(STATUS_200));
            }
            assertTrue(six.exchange("GET /v1/node HTTP/1.1\r\nHost: [::2]\r\n" + LAST).startsWith("HTTP/1.1 403 "));
        }
    }
}
