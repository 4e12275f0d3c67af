package io.roce.tools.top;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Asks nodes for their queue pairs, page by page, in threads of its own. */
final class QpRequests
{
    private static final int LENGTH_MAX = 4 << 20;

    /** More than an answer takes to begin. */
    private static final long PATIENCE_S = 10;

    private static final Executor THREADS = task ->
    {
        final Thread thread = new Thread(task, "queue pairs");
        thread.setDaemon(true);
        thread.start();
    };

    private QpRequests()
    {
    }

    /** @param then is given the page, or one that says why there is none. */
    static void ask(
        final AdminClient client, final int node, final int after, final int rows, final Consumer<QpPage> then)
    {
        final AtomicReference<InputStream> answer = new AtomicReference<>();
        CompletableFuture.supplyAsync(() -> read(client, node, after, rows, answer), THREADS)
            .orTimeout(PATIENCE_S, TimeUnit.SECONDS)
            .whenComplete((page, failure) ->
            {
                end(answer.get());
                then.accept(failure == null ? page : QpPage.without(node, after, sentence(failure)));
            });
    }

    private static QpPage read(
        final AdminClient client,
        final int node,
        final int after,
        final int rows,
        final AtomicReference<InputStream> answer)
    {
        final String path = "/v1/qps?limit=" + rows + (after == QpPage.FROM_START ? "" : "&after=" + after);
        try (InputStream in = client.open(path, "application/json"))
        {
            answer.set(in);
            final byte[] body = in.readNBytes(LENGTH_MAX + 1);
            return body.length > LENGTH_MAX ?
                QpPage.without(node, after, "an answer of more than " + LENGTH_MAX + " bytes") :
                QpPage.of(node, after, rows, Json.parse(body));
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(final InputStream answer)
    {
        if (answer != null)
        {
            try
            {
                answer.close();
            }
            catch (final IOException e)
            {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String sentence(final Throwable failure)
    {
        final Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return failure instanceof TimeoutException ? "no answer within " + PATIENCE_S + " s" :
            cause instanceof AdminException || cause instanceof NodeUnreachableException ? cause.getMessage() :
            "the answer cannot be read";
    }
}
