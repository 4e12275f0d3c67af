package io.roce.nic.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

import java.nio.charset.StandardCharsets;

/** What the head of a request says about the body that follows, and what is wrong with HTTP that cannot be read. */
final class RequestCheck
{
    /** No body that makes sense is longer. */
    static final int MAX_BODY_LENGTH = 1 << 16;

    static final int MAX_LINE_LENGTH = 4_096;

    static final int MAX_HEADERS_LENGTH = 8_192;

    private RequestCheck()
    {
    }

    /** The decoder gave up: what follows on this connection cannot be told apart any more. */
    static Refusal malformed(final HttpObject message)
    {
        final Throwable cause = message.decoderResult().cause();
        if (cause instanceof TooLongHttpLineException)
        {
            return new Refusal(
                AdminErrorCode.URI_TOO_LONG, "The request line must have " + MAX_LINE_LENGTH + " bytes at the most");
        }
        if (cause instanceof TooLongHttpHeaderException)
        {
            return new Refusal(
                AdminErrorCode.HEADERS_TOO_LARGE,
                "The headers must have " + MAX_HEADERS_LENGTH + " bytes at the most");
        }
        return new Refusal(AdminErrorCode.SYNTAX, "The request is not HTTP/1.1");
    }

    static Refusal bodyTooLarge()
    {
        return new Refusal(
            AdminErrorCode.BODY_TOO_LARGE, "The body must have " + MAX_BODY_LENGTH + " bytes at the most")
            .with("field", "body")
            .with("max", MAX_BODY_LENGTH);
    }

    static boolean isBodyDeclaredTooLarge(final HttpMessage request)
    {
        return HttpUtil.getContentLength(request, 0L) > MAX_BODY_LENGTH;
    }

    static void checkExpectation(final HttpHeaders headers) throws Refusal
    {
        final String expectation = headers.get(HttpHeaderNames.EXPECT);
        if (expectation != null && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation))
        {
            throw new Refusal(
                AdminErrorCode.EXPECTATION_FAILED,
                "Nothing but 100-continue can be expected: \"" + JsonBody.shown(expectation) + "\"");
        }
    }

    /** A form of another page can send text/plain without asking first, so nothing but JSON said to be JSON is read. */
    static void checkMediaType(final HttpMessage request) throws Refusal
    {
        final CharSequence type = HttpUtil.getMimeType(request);
        if (type == null || !HttpHeaderValues.APPLICATION_JSON.contentEqualsIgnoreCase(type.toString().trim()))
        {
            throw unsupported("Content-Type must be application/json: " +
                (type == null ? "there is none" : "\"" + JsonBody.shown(type.toString()) + "\""));
        }
        if (!StandardCharsets.UTF_8.equals(HttpUtil.getCharset(request, StandardCharsets.UTF_8)))
        {
            throw unsupported("The charset of JSON must be UTF-8");
        }
        if (request.headers().contains(HttpHeaderNames.CONTENT_ENCODING))
        {
            throw unsupported("The body must not be encoded");
        }
    }

    private static Refusal unsupported(final String message)
    {
        return new Refusal(AdminErrorCode.UNSUPPORTED_MEDIA_TYPE, message)
            .withHeader("Accept", "application/json");
    }
}
