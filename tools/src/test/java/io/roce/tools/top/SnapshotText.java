package io.roce.tools.top;

import io.roce.tools.cli.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;

/** Snapshots as a node writes them. */
final class SnapshotText
{
    /** What a terminal would obey: colours, title, the other screen, and C1 controls; directions, and what is wide. */
    static final String HOSTILE = "\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\u0085\\r\\n\\t\\u202e\\u007f\u4e16";

    private static final String TEMPLATE = """
        {"time":"2026-12-01T04:25:04.312345678Z","uptime_ms":@UPTIME,"interval_ms":500,
        "ledger":{"received":@RECEIVED,"injected":0,"held":0,"balanced":true,"fates":[
        {"fate":"ICRC_MISMATCH","count":0,"description":"The ICRC is wrong."},
        {"fate":"QPN_QUARANTINED","count":@DROPPED,"description":"A stale packet."},
        {"fate":"DELIVERED_REQUEST","count":@DELIVERED,"description":"A request was taken."}],
        "kernel_drops":7},
        "table":{"kind":"two-level","live":3,"quarantined":1,"first_qpn":17,"last_qpn":80},
        "cache":{"kind":"fifo","hits":1,"misses":3},
        "quarantine":{"policy":"500ms","held":1},
        "usage":{"process":{"pid":1,"cpu_ns":0}},
        "cells":{"grain":1,"cells":[[17,1,0],[18,1,0],[19,1,0],[20,0,1]]},
        "quarantine_queue":[{"qpn":20,"remaining_ms":480}],
        "drops":[{"number":12345,"time":"2026-12-01T04:25:03.999999999Z","fate":"QPN_QUARANTINED",
        "reason":{"text":"status: expected LIVE, was QUARANTINED"},"src":"127.0.0.9","udp_src_port":49152,
        "dst":"127.0.0.2","dest_qp":20,"packet":"RC_SEND_ONLY dest_qp=0x000014 psn=0x000007 payload=0"}]}
        """;

    private SnapshotText()
    {
    }

    /** Of one line. */
    static String of(final long uptimeMs, final long received, final long delivered, final long dropped)
    {
        return TEMPLATE
            .replace("@UPTIME", String.valueOf(uptimeMs))
            .replace("@RECEIVED", String.valueOf(received))
            .replace("@DELIVERED", String.valueOf(delivered))
            .replace("@DROPPED", String.valueOf(dropped))
            .replace("\n", "");
    }

    /** One whose every text tells a terminal to do something. */
    static String hostile()
    {
        return of(1_000, 5, 3, 2)
            .replaceAll("(two-level|fifo|500ms|QPN_QUARANTINED|2026-[^\"]*|127\\.0\\.0\\.\\d|status: |RC_SEND_ONLY)",
                Matcher.quoteReplacement(HOSTILE));
    }

    static Snapshot parse(final String text)
    {
        try
        {
            return Snapshot.of(Json.parse(text.getBytes(StandardCharsets.UTF_8)));
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
