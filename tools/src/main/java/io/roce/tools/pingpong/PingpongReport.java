package io.roce.tools.pingpong;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.SendFailure;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What a pingpong says on standard output: lines as things happen, or one JSON document at the end. */
final class PingpongReport
{
    private final PingpongPlan plan;
    private final Output output;
    private Destination local;
    private Destination remote;

    PingpongReport(final PingpongPlan plan, final Output output)
    {
        this.plan = plan;
        this.output = output;
    }

    void local(final Destination destination)
    {
        local = destination;
        line("local   " + destination);
    }

    void remote(final Destination destination)
    {
        remote = destination;
        line("remote  " + destination);
    }

    /** Who has what when the exchange is over; figures of the adapter at that time. */
    void result(final ExchangeResult result, final LedgerSnapshot ledger, final EgressFigures egress)
    {
        if (output.isJson())
        {
            output.json(json(result, ledger, egress));
            return;
        }
        if (result.iters() > 0)
        {
            line("%,d bytes in %.3f s: %.2f Mbit/s".formatted(
                result.bytes(plan.size()), result.seconds(), result.mbitPerSecond(plan.size())));
            line("%,d iterations in %.3f s: %.2f us each".formatted(
                result.iters(), result.seconds(), result.usPerIter()));
        }
        if (result.failure() != null)
        {
            line("sent %,d, received %,d of %,d; packets that came: %s; packets that could not leave: %s".formatted(
                result.sent(), result.received(), plan.iters(), text(fates(ledger)), text(failures(egress))));
        }
    }

    private ObjectNode json(final ExchangeResult result, final LedgerSnapshot ledger, final EgressFigures egress)
    {
        final ObjectNode json = Json.object()
            .put("type", plan.type().name())
            .put("role", plan.isServer() ? "server" : "client");
        json.set("local", json(local));
        json.set("remote", json(remote));
        json.put("size", plan.size());
        if (plan.type() != QpType.UD)
        {
            json.put("path_mtu", plan.pathMtu());
        }
        json.put("iters", plan.iters())
            .put("iters_done", result.iters())
            .put("sent", result.sent())
            .put("received", result.received())
            .put("bytes", result.bytes(plan.size()))
            .put("seconds", result.seconds());
        if (result.iters() > 0)
        {
            json.put("mbit_per_second", result.mbitPerSecond(plan.size())).put("usec_per_iter", result.usPerIter());
        }
        json.put("failure", result.failure());
        fates(ledger).forEach(json.putObject("fates")::put);
        failures(egress).forEach(json.putObject("egress_failures")::put);
        return json;
    }

    private static ObjectNode json(final Destination destination)
    {
        return Json.object()
            .put("lid", destination.lid())
            .put("qpn", destination.qpn())
            .put("psn", destination.psn())
            .put("gid", destination.gid());
    }

    /** Those that there were, in the order of the checks. */
    private static Map<String, Long> fates(final LedgerSnapshot ledger)
    {
        return Arrays.stream(Fate.values())
            .filter(fate -> ledger.count(fate) > 0)
            .collect(Collectors.toMap(Fate::name, ledger::count, Long::sum, LinkedHashMap::new));
    }

    private static Map<String, Long> failures(final EgressFigures egress)
    {
        return Arrays.stream(SendFailure.values())
            .filter(failure -> egress.failed(failure) > 0)
            .collect(Collectors.toMap(SendFailure::name, egress::failed, Long::sum, LinkedHashMap::new));
    }

    private static String text(final Map<String, Long> counts)
    {
        return counts.isEmpty() ? "none" : Numbers.counts(counts);
    }

    private void line(final String text)
    {
        if (!output.isJson())
        {
            output.out().println(text);
            output.out().flush();
        }
    }
}
