package io.roce.nic.admin;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The files of the node's page, and nothing else of what lies beside them. */
class PageResourceTest extends WithAdmin
{
    private static final String POLICY =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

    @ParameterizedTest
    @EnumSource(PageFile.class)
    void shouldServeEachFile(final PageFile file) throws Exception
    {
        final byte[] bytes = Files.readAllBytes(folder().resolve(
            file == PageFile.INDEX ? "index.html" : file.path().substring("/page/".length())));

        final String response = node.exchange("GET " + file.path() + " HTTP/1.1\r\n" + HOST + LAST);

        assertTrue(response.startsWith(STATUS_200), response);
        assertEquals(
            new String(bytes, StandardCharsets.UTF_8), response.substring(response.indexOf("\r\n\r\n") + 4));
        final Set<String> headers = Arrays.stream(response.split("\r\n\r\n")[0].split("\r\n"))
            .skip(1)
            .map(PageResourceTest::withSmallName)
            .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
            Set.of(
                "connection: close",
                "content-length: " + bytes.length,
                "content-type: " + contentType(file.path()),
                "cache-control: no-store",
                "content-security-policy: " + POLICY,
                "cross-origin-resource-policy: same-origin",
                "referrer-policy: no-referrer",
                "x-content-type-options: nosniff"),
            headers);
    }

    /** What lies there is served, and the other way round. */
    @Test
    void shouldListEveryFile() throws Exception
    {
        try (Stream<Path> files = Files.list(folder()))
        {
            assertEquals(
                files.map(file -> file.getFileName().toString())
                    .map(name -> name.equals("index.html") ? "/" : "/page/" + name)
                    .collect(Collectors.toSet()),
                Stream.of(PageFile.values()).map(PageFile::path).collect(Collectors.toSet()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "/page", "/page/", "/index.html", "/page/index.html", "/page/x.js", "/page/../x", "/page/../AdminServer.class",
        "/page/..%2fAdminServer.class", "/page/%2e%2e/AdminServer.class", "/page/%2e%2e%2fAdminServer.class",
        "/page/..\\AdminServer.class", "/page//etc/passwd", "/page/../../../../../../etc/passwd", "/%69ndex.html",
        "/../", "//", "/./", "/page/page.css/", "/page/page.css%00", "/PAGE/page.css", "/page/PAGE.CSS"})
    void shouldServeNothingElse(final String path) throws Exception
    {
        final String response = node.exchange("GET " + path + " HTTP/1.1\r\n" + HOST + LAST);

        assertTrue(response.startsWith("HTTP/1.1 404 "), response);
        assertEquals("NOT_FOUND", AdminFixture.body(response).get("code").textValue());
    }

    @Test
    void shouldServeThePageWhereTheTargetHasNoPath() throws Exception
    {
        final String response = node.exchange("GET http://" + AdminFixture.ADDRESS + " HTTP/1.1\r\n" + HOST + LAST);

        assertTrue(response.startsWith(STATUS_200), response);
        assertTrue(response.contains("<!DOCTYPE html>"), response);
    }

    @Test
    void shouldAnswerHeadWithTheHeadersOfGetAndRefuseToBeWrittenTo() throws Exception
    {
        final String get = node.exchange("GET / HTTP/1.1\r\n" + HOST + LAST);
        final String head = node.exchange("HEAD / HTTP/1.1\r\n" + HOST + LAST);

        assertEquals(get.substring(0, get.indexOf("\r\n\r\n") + 4), head);
        assertEquals(405, node.sendJson("PUT", "/", "{}").status());
    }

    @Test
    void shouldNeedNoTokenForThePageAloneAndAnOwnHostAndOriginAllTheSame() throws Exception
    {
        final AdminConfig config = new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), "secret");
        try (AdminFixture closed = new AdminFixture(config))
        {
            assertTrue(closed.exchange("GET / HTTP/1.1\r\n" + HOST + LAST).startsWith(STATUS_200));
            for (final String path : new String[]{"/v1/events", "/v1/node", "/page/other", "/page/../"})
            {
                assertTrue(
                    closed.exchange("GET " + path + " HTTP/1.1\r\n" + HOST + LAST).startsWith("HTTP/1.1 401 "), path);
            }
        }
        for (final String path : new String[]{"/", "/v1/events"})
        {
            final String foreignHost = node.exchange("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\n" + LAST);
            assertEquals("FOREIGN_HOST", AdminFixture.body(foreignHost).get("code").textValue());
            final String foreignOrigin = node.exchange(
                "GET " + path + " HTTP/1.1\r\n" + HOST + "Origin: http://evil.example\r\n" + LAST);
            assertEquals("FOREIGN_ORIGIN", AdminFixture.body(foreignOrigin).get("code").textValue());
            assertFalse(foreignOrigin.contains("<html"), foreignOrigin);
        }
    }

    private static String withSmallName(final String header)
    {
        final int colon = header.indexOf(':');
        return header.substring(0, colon).toLowerCase(Locale.ROOT) + header.substring(colon);
    }

    private static String contentType(final String path)
    {
        return path.endsWith(".css") ? "text/css; charset=utf-8" :
            path.endsWith(".js") ? "text/javascript; charset=utf-8" :
            path.endsWith(".svg") ? "image/svg+xml" :
            path.endsWith(".png") ? "image/png" : "text/html; charset=utf-8";
    }

    private static Path folder() throws Exception
    {
        return new File(PageFile.class.getResource("page").toURI()).toPath();
    }
}
