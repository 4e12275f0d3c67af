package io.roce.nic.admin;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One connection: one request at a time is read, begun and answered before the next is looked at, so answers leave in
 * the order of the requests. Expects a {@link OneByOneHandler} in front of it. Admin loop only.
 */
final class ExchangeHandler extends SimpleChannelInboundHandler<HttpObject>
{
    /** How long a refused client may go on sending: closing at once would take the answer from under its eyes. */
    private static final long LINGER_MS = 1_000;

    private static final System.Logger LOGGER = System.getLogger(ExchangeHandler.class.getName());

    private final AccessCheck access;
    private final Routes routes;
    private final long deadlineMs;
    private final Connections connections;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private HttpRequest head;
    private RequestTarget target;
    private Routes.Match match;
    private Refusal refusal;
    private boolean isLast;
    private Future<?> deadline;

    ExchangeHandler(
        final AccessCheck access, final Routes routes, final long deadlineMs, final Connections connections)
    {
        this.access = access;
        this.routes = routes;
        this.deadlineMs = deadlineMs;
        this.connections = connections;
    }

    @Override
    public void channelActive(final ChannelHandlerContext ctx)
    {
        if (!connections.admit(ctx.channel()))
        {
            refuseAndClose(ctx, new Refusal(
                AdminErrorCode.TOO_MANY_CONNECTIONS,
                "The node is at work on as many requests to the admin API as it may be at once"));
            return;
        }
        closeUnlessDoneIn(ctx, deadlineMs);
        ctx.read();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext ctx)
    {
        if (deadline != null)
        {
            deadline.cancel(false);
        }
        ctx.fireChannelInactive();
    }

    @Override
    protected void channelRead0(final ChannelHandlerContext ctx, final HttpObject message)
    {
        if (isLast)
        {
            ctx.read();
        }
        else if (message.decoderResult().isFailure())
        {
            refuseAndClose(ctx, RequestCheck.malformed(message));
        }
        else if (message instanceof HttpRequest request)
        {
            onHead(ctx, request);
        }
        else if (message instanceof HttpContent content)
        {
            onContent(ctx, content);
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
    {
        // A client that has gone away is no news.
        if (!(cause instanceof IOException))
        {
            LOGGER.log(System.Logger.Level.ERROR, "A connection to the admin API failed.", cause);
        }
        ctx.close();
    }

    private void onHead(final ChannelHandlerContext ctx, final HttpRequest request)
    {
        head = request;
        match = null;
        refusal = null;
        body.reset();
        try
        {
            match = check(ctx, request);
        }
        catch (final Refusal e)
        {
            refusal = e;
        }

        final boolean isContinueExpected = HttpUtil.is100ContinueExpected(request);
        if (RequestCheck.isBodyDeclaredTooLarge(request))
        {
            refuseAndClose(ctx, refusal == null ? RequestCheck.bodyTooLarge() : refusal);
        }
        else if (isContinueExpected && refusal != null)
        {
            refuseAndClose(ctx, refusal);
        }
        else
        {
            if (isContinueExpected)
            {
                ctx.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
            }
            ctx.read();
        }
    }

    /** What the head alone decides. A refusal waits for the body's end, so that the connection can be kept. */
    private Routes.Match check(final ChannelHandlerContext ctx, final HttpRequest request) throws Refusal
    {
        target = RequestTarget.parse(request.uri());
        access.check(
            request.protocolVersion(),
            target.authority(),
            request.headers(),
            ((InetSocketAddress)ctx.channel().localAddress()).getAddress());
        if (!routes.isOpenToAll(target.path()))
        {
            access.checkToken(request.headers());
        }
        RequestCheck.checkExpectation(request.headers());
        final Routes.Match found = routes.match(request.method().name(), target.path());
        if (found.route().isBodyTaken())
        {
            RequestCheck.checkMediaType(request);
        }
        return found;
    }

    private void onContent(final ChannelHandlerContext ctx, final HttpContent content)
    {
        final int length = content.content().readableBytes();
        if (body.size() + length > RequestCheck.MAX_BODY_LENGTH)
        {
            refuseAndClose(ctx, refusal == null ? RequestCheck.bodyTooLarge() : refusal);
            return;
        }
        final byte[] bytes = new byte[length];
        content.content().readBytes(bytes);
        body.writeBytes(bytes);

        if (content instanceof LastHttpContent)
        {
            closeUnlessDoneIn(ctx, deadlineMs);
            connections.onServing(ctx.channel());
            begin().whenCompleteAsync(
                (answer, failure) -> send(
                    ctx,
                    failure == null ? answer : Answer.refused(Failures.refusal(failure)),
                    HttpUtil.isKeepAlive(head)),
                ctx.executor());
        }
        else
        {
            ctx.read();
        }
    }

    private CompletableFuture<Answer> begin()
    {
        if (refusal != null)
        {
            return CompletableFuture.failedFuture(refusal);
        }
        try
        {
            return match.run(
                Query.read(target.pathAndQuery(), match.route().parameters()),
                head.headers().getAsString(HttpHeaderNames.ACCEPT),
                body.toByteArray());
        }
        catch (final Refusal | RuntimeException e)
        {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void refuseAndClose(final ChannelHandlerContext ctx, final Refusal reason)
    {
        isLast = true;
        send(ctx, Answer.refused(reason), false);
    }

    private void send(final ChannelHandlerContext ctx, final Answer answer, final boolean isKeptAlive)
    {
        if (!ctx.channel().isActive())
        {
            return;
        }
        if (answer.stream() != null && !HttpMethod.HEAD.equals(head.method()))
        {
            stream(ctx, answer);
            return;
        }
        closeUnlessDoneIn(ctx, deadlineMs);
        final FullHttpResponse response;
        try
        {
            response = response(ctx, answer, isKeptAlive);
        }
        catch (final RuntimeException e)
        {
            refuseAndClose(ctx, Failures.refusal(e));
            return;
        }
        connections.onAnswering(ctx.channel());
        ctx.writeAndFlush(response).addListener((ChannelFutureListener)sent ->
        {
            if (!sent.isSuccess())
            {
                ctx.close();
            }
            else if (isKeptAlive)
            {
                closeUnlessDoneIn(ctx, deadlineMs);
                connections.onWaiting(ctx.channel());
                ctx.read();
            }
            else
            {
                linger(ctx);
            }
        });
    }

    /** An answer without an end takes as long as the client likes. What still comes from him is thrown away. */
    private void stream(final ChannelHandlerContext ctx, final Answer answer)
    {
        if (!connections.onStreaming(ctx.channel()))
        {
            refuseAndClose(ctx, new Refusal(
                AdminErrorCode.TOO_MANY_STREAMS,
                "As many streams of events are open as there may be: " + connections.maxStreams())
                .with("max", connections.maxStreams()));
            return;
        }
        isLast = true;
        deadline.cancel(false);
        ctx.write(HttpAnswers.head(answer, head.protocolVersion())).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        answer.stream().follow(ctx.channel());
        ctx.read();
    }

    private FullHttpResponse response(final ChannelHandlerContext ctx, final Answer answer, final boolean isKeptAlive)
    {
        return HttpAnswers.response(
            answer,
            ctx.alloc(),
            head == null ? HttpVersion.HTTP_1_1 : head.protocolVersion(),
            head != null && HttpMethod.HEAD.equals(head.method()),
            isKeptAlive);
    }

    /** Says that nothing more will come and throws away what still arrives, until the client has closed. */
    private void linger(final ChannelHandlerContext ctx)
    {
        isLast = true;
        connections.onWaiting(ctx.channel());
        closeUnlessDoneIn(ctx, LINGER_MS);
        ((DuplexChannel)ctx.channel()).shutdownOutput();
        ctx.read();
    }

    private void closeUnlessDoneIn(final ChannelHandlerContext ctx, final long ms)
    {
        if (deadline != null)
        {
            deadline.cancel(false);
        }
        deadline = ctx.executor().schedule(() -> ctx.close(), ms, TimeUnit.MILLISECONDS);
    }
}
