package io.roce.nic.admin;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One method of one resource.
 *
 * @param parameters  names that its query may have.
 * @param isBodyTaken whether it reads a JSON body.
 */
record Route(Collection<String> parameters, boolean isBodyTaken, Action action)
{
    /** Begins what was asked for. Admin loop only. */
    @FunctionalInterface
    interface Action
    {
        CompletableFuture<Answer> run(Call call) throws Refusal;
    }

    /**
     * One request as an action sees it.
     *
     * @param item   what stands in the path where that has a variable; empty otherwise.
     * @param accept media types that the answer may have, as of HTTP; null when none are named.
     */
    record Call(String item, Query query, String accept, byte[] body)
    {
    }

    static Route reading(final Action action, final String... parameters)
    {
        return new Route(List.of(parameters), false, action);
    }

    static Route writing(final Action action)
    {
        return new Route(List.of(), true, action);
    }
}
