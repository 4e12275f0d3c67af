package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.link.LinkFigures;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** What the end that measures has to say: all phases, as text or JSON. */
final class PerfReport
{
    private final PerfPlan plan;
    private final JsonNode planJson;
    private final InetAddress from;
    private final InetAddress to;
    private final List<PhaseResult> results = new ArrayList<>();
    private LinkFigures link;
    private boolean isComplete;

    PerfReport(final PerfPlan plan, final JsonNode planJson, final InetAddress from, final InetAddress to)
    {
        this.plan = plan;
        this.planJson = planJson;
        this.from = from;
        this.to = to;
    }

    /** What moves an adapter's datagrams. */
    static LinkFigures link(final Adapter adapter)
    {
        return Adapter.answer(adapter.node().lane().submit(
            () -> adapter.node().lane().linkFigures().get(0)));
    }

    /** Which it is at this end. */
    void link(final LinkFigures link)
    {
        this.link = link;
    }

    void add(final PhaseResult result)
    {
        results.add(result);
    }

    /** Whether all phases are there, and none was ended early. */
    void isComplete(final boolean isComplete)
    {
        this.isComplete = isComplete;
    }

    /** Whether all that was looked at was as it was sent. */
    boolean isRight()
    {
        return verification().wrong() == 0;
    }

    /** Nothing when there is no phase. */
    void print(final Output output)
    {
        if (results.isEmpty())
        {
            return;
        }
        if (output.isJson())
        {
            output.json(json());
        }
        else
        {
            PerfText.print(this, output.out());
        }
        output.out().flush();
    }

    PerfPlan plan()
    {
        return plan;
    }

    List<PhaseResult> results(final PerfTest test)
    {
        return results.stream().filter(result -> result.phase().test() == test).toList();
    }

    boolean isComplete()
    {
        return isComplete;
    }

    Verification verification()
    {
        return results.stream().map(PhaseResult::verification).reduce(new Verification(), Verification::plus);
    }

    /** In a line. */
    String title()
    {
        return "%s over %s from %s to %s, MTU %d, link %s, GSO %s".formatted(
            plan.op().title(), plan.connection(), Addresses.format(from), Addresses.format(to), plan.mtu(),
            link.kind().label(), link.gso().label());
    }

    InetAddress from()
    {
        return from;
    }

    InetAddress to()
    {
        return to;
    }

    private ObjectNode json()
    {
        final ObjectNode json = Json.object()
            .put("op", plan.op().label())
            .put("connection", plan.connection().name())
            .put("from", Addresses.format(from))
            .put("to", Addresses.format(to))
            .put("link", link.kind().label())
            .put("gso", link.gso().label())
            .put("complete", isComplete);
        json.set("plan", planJson);
        final ArrayNode phases = json.putArray("phases");
        results.forEach(result -> phases.add(PhaseJson.of(result)));
        return json;
    }
}
