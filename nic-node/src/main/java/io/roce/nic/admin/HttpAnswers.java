package io.roce.nic.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
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
        headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
        headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
        headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        answer.headers().forEach(headers::set);
        HttpUtil.setKeepAlive(headers, version, isKeptAlive);
        return response;
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
