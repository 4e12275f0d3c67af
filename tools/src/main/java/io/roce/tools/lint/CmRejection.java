package io.roce.tools.lint;

import java.util.Map;

/** Why a connection is refused: the reasons of a REJ that are met in practice (IBTA Vol 1, section 12.6.7.2). */
final class CmRejection
{
    private static final Map<Integer, String> REASONS = Map.of(
        1, "no queue pair available",
        3, "no resources",
        4, "timeout",
        8, "invalid service ID: nobody listens",
        9, "invalid transport service",
        10, "stale connection",
        26, "invalid path MTU",
        28, "refused by the application");

    private CmRejection()
    {
    }

    static String describe(final int reason)
    {
        return "reason " + reason + (REASONS.containsKey(reason) ? ", " + REASONS.get(reason) : "");
    }
}
