package io.roce.nic.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import io.roce.nic.link.Addresses;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who may ask at all. A page from elsewhere that has got a browser to talk to this node gives itself away: by the name
 * in Host when it had its own name resolve to the node's address, by Origin otherwise. So Host is asked for even where
 * HTTP/1.0 would let it be left out.
 */
final class AccessCheck
{
    private static final Pattern AUTHORITY = Pattern.compile("(?:\\[([^\\[\\]]*)]|([^:\\[\\]]*))(?::[0-9]{1,5})?");
    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +(\\S+) *");
    private static final String LOCALHOST = "localhost";

    private final byte[] token;

    /** @param token null when none is asked for. */
    AccessCheck(final String token)
    {
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Checks where a request comes from, which every one must show.
     *
     * @param authority whom the request target names, which then counts instead of Host (RFC 9112, 3.2.2); null when it
     *                  names nobody.
     * @param local     the address that the connection arrived at.
     */
    void check(final HttpVersion version, final String authority, final HttpHeaders headers, final InetAddress local)
        throws Refusal
    {
        if (version.majorVersion() != 1)
        {
            throw new Refusal(
                AdminErrorCode.HTTP_VERSION_NOT_SUPPORTED,
                "The version must be HTTP/1.0 or HTTP/1.1: \"" + JsonBody.shown(version.text()) + "\"");
        }
        final String host = host(version, authority, headers);
        checkHost(host, local);
        checkOrigin(host, headers);
    }

    private static String host(final HttpVersion version, final String authority, final HttpHeaders headers)
        throws Refusal
    {
        final List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        final boolean mayBeAbsent = authority != null && version.minorVersion() == 0;
        if (hosts.size() > 1 || hosts.isEmpty() && !mayBeAbsent)
        {
            throw new Refusal(
                AdminErrorCode.SYNTAX,
                "There must be one Host header, with HTTP/1.0 too, since it tells requests for this node from those " +
                    "of a page whose own name was made to lead here; there are " + hosts.size());
        }
        return authority != null ? authority : hosts.get(0);
    }

    private static void checkHost(final String host, final InetAddress local) throws Refusal
    {
        final Matcher authority = AUTHORITY.matcher(host);
        if (!authority.matches() || !isNameOf(local, authority.group(1), authority.group(2)))
        {
            throw new Refusal(
                AdminErrorCode.FOREIGN_HOST,
                "The host that is asked for must be this node's address, " + Addresses.format(local) + ": \"" +
                    JsonBody.shown(host) + "\"")
                .with("host", JsonBody.shown(host))
                .with("address", Addresses.format(local));
        }
    }

    private static boolean isNameOf(final InetAddress local, final String bracketed, final String plain)
    {
        if (LOCALHOST.equalsIgnoreCase(plain))
        {
            return local.isLoopbackAddress();
        }
        return local.equals(Addresses.parse(bracketed == null ? plain : bracketed));
    }

    /** An own page's origin is what its Host says; any other port is another origin, of another program. */
    private static void checkOrigin(final String host, final HttpHeaders headers) throws Refusal
    {
        for (final String origin : headers.getAll(HttpHeaderNames.ORIGIN))
        {
            if (!origin.equalsIgnoreCase("http://" + host))
            {
                throw new Refusal(
                    AdminErrorCode.FOREIGN_ORIGIN,
                    "Pages of another origin may not ask this node: \"" + JsonBody.shown(origin) + "\"")
                    .with("origin", JsonBody.shown(origin));
            }
        }
    }

    /** Checks what every request must have that asks for something of the node. */
    void checkToken(final HttpHeaders headers) throws Refusal
    {
        if (token == null)
        {
            return;
        }
        final List<String> credentials = headers.getAll(HttpHeaderNames.AUTHORIZATION);
        final Matcher bearer = BEARER.matcher(credentials.size() == 1 ? credentials.get(0) : "");
        // The comparison takes the same time wherever the difference is.
        if (!bearer.matches() || !MessageDigest.isEqual(token, bearer.group(1).getBytes(StandardCharsets.UTF_8)))
        {
            throw new Refusal(
                AdminErrorCode.UNAUTHORIZED,
                credentials.isEmpty() ?
                    "The request must carry the node's token as Authorization: Bearer TOKEN" :
                    "The token is not the node's")
                .withHeader("WWW-Authenticate", "Bearer realm=\"roce\"");
        }
    }
}
