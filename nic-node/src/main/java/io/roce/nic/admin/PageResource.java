package io.roce.nic.admin;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The node's page. It holds nothing of the node, so it is served without the token; what it shows is asked for. */
final class PageResource
{
    /** Nothing but the node itself, and no script or style that is not a file of it. */
    private static final Map<String, String> HEADERS = Map.of(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        "Cross-Origin-Resource-Policy", "same-origin",
        "Referrer-Policy", "no-referrer");

    private PageResource()
    {
    }

    static CompletableFuture<Answer> show(final PageFile file)
    {
        return CompletableFuture.completedFuture(
            Answer.ok(HEADERS, file.contentType(), out -> out.write(file.bytes())));
    }
}
