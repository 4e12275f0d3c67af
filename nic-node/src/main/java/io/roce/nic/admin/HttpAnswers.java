package io.roce.nic.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** From answers to HTTP responses. */
final class HttpAnswers
{
    private HttpAnswers()
    {
    }

    /**
     * The response, owned by the caller.
     *
     * @param version     of the request.
     * @param isHead      whether only the headers are to be sent.
     * @param isKeptAlive whether the connection stays open behind it.
     */
    static FullHttpResponse response(
        final Answer answer,
        final ByteBufAllocator allocator,
        final HttpVersion version,
        final boolean isHead,
        final boolean isKeptAlive)
    {
        final ByteBuf content = content(answer, allocator);
        final int length = content.readableBytes();
        if (isHead)
        {
            content.release();
        }
        final FullHttpResponse response = new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            isHead ? Unpooled.EMPTY_BUFFER : content);
        final HttpHeaders headers = response.headers();
        setHeaders(headers, answer);
        if (answer.stream() == null)
        {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
        }
        HttpUtil.setKeepAlive(headers, version, isKeptAlive);
        return response;
    }

    /** What stands in front of a stream: HTTP/1.0 knows no other end of it than the connection's. */
    static HttpResponse head(final Answer answer, final HttpVersion version)
    {
        final HttpResponse response =
            new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()));
        setHeaders(response.headers(), answer);
        HttpUtil.setTransferEncodingChunked(response, version.minorVersion() > 0);
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }

    private static void setHeaders(final HttpHeaders headers, final Answer answer)
    {
        headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
        headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        answer.headers().forEach(headers::set);
    }

    private static ByteBuf content(final Answer answer, final ByteBufAllocator allocator)
    {
        final ByteBuf content = allocator.buffer();
        try (OutputStream out = new ByteBufOutputStream(content))
        {
            answer.content().writeTo(out);
        }
        catch (final IOException e)
        {
            content.release();
            throw new UncheckedIOException(e);
        }
        catch (final RuntimeException e)
        {
            content.release();
            throw e;
        }
        return content;
    }
}
