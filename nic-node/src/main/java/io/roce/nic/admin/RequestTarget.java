package io.roce.nic.admin;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request asks for (RFC 9112, 3.2): in origin form, or in absolute form as clients send it to proxies.
 *
 * @param authority    whom the absolute form names; null in origin form.
 * @param path         as it was sent: no path that is served needs a percent sign.
 * @param pathAndQuery path, and query where there is one.
 */
record RequestTarget(String authority, String path, String pathAndQuery)
{
    private static final Pattern ABSOLUTE = Pattern.compile("(?i:http)://([^/?#]*)(.*)");

    static RequestTarget parse(final String text) throws Refusal
    {
        final Matcher absolute = ABSOLUTE.matcher(text);
        if (absolute.matches())
        {
            final String rest = absolute.group(2);
            return of(absolute.group(1), rest.startsWith("/") ? rest : '/' + rest);
        }
        if (!text.startsWith("/"))
        {
            throw new Refusal(
                AdminErrorCode.SYNTAX,
                "The request target must begin with a slash or http://: \"" + JsonBody.shown(text) + "\"");
        }
        return of(null, text);
    }

    private static RequestTarget of(final String authority, final String pathAndQuery)
    {
        final int queryIndex = pathAndQuery.indexOf('?');
        return new RequestTarget(
            authority, queryIndex < 0 ? pathAndQuery : pathAndQuery.substring(0, queryIndex), pathAndQuery);
    }
}
