package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.IngressFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.SendFailure;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.capture.KernelVerdict;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The ledger at one moment, and what stands beside it, as JSON. The one place that knows its members.
 *
 * @param ledger of the node.
 * @param lanes  what each of them counts.
 * @param links  of each address.
 * @param egress what was sent.
 */
record LedgerJson(
    LedgerSnapshot ledger, List<LedgerSnapshot> lanes, List<LinkFigures> links, EgressFigures egress)
{
    /** While all lanes are held. */
    static LedgerJson of(final Lanes lanes)
    {
        return of(lanes, lanes.figures());
    }

    /** The same with figures of that moment. */
    static LedgerJson of(final Lanes lanes, final LanesFigures figures)
    {
        return new LedgerJson(
            figures.ledger(), lanes.all().stream().map(Lane::ledger).toList(), figures.links(), figures.egress());
    }

    /** @param kernelDrops of each link; negative where the system does not say. */
    void write(final JsonGenerator json, final long[] kernelDrops) throws IOException
    {
        json.writeStartObject();
        json.writeNumberField("received", ledger.received());
        json.writeNumberField("injected", ledger.injected());
        json.writeNumberField("held", ledger.heldOrHandedOver());
        json.writeBooleanField("balanced", ledger.isBalanced());
        json.writeArrayFieldStart("fates");
        for (final Fate fate : Fate.values())
        {
            json.writeStartObject();
            json.writeStringField("fate", fate.name());
            json.writeNumberField("count", ledger.count(fate));
            json.writeBooleanField("drop", fate.isDrop());
            json.writeStringField("description", fate.description());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectFieldStart("icrc");
        json.writeNumberField("exact", ledger.icrcExact());
        json.writeNumberField("inferred", ledger.icrcInferred());
        json.writeEndObject();
        if (Arrays.stream(kernelDrops).allMatch(drops -> drops >= 0))
        {
            json.writeNumberField("kernel_drops", Arrays.stream(kernelDrops).sum());
        }
        json.writeObjectFieldStart("kernel_drops_by_address");
        for (int i = 0; i < kernelDrops.length; i++)
        {
            json.writePOJOField(Addresses.format(links.get(i).udp()), kernelDrops[i] < 0 ? null : kernelDrops[i]);
        }
        json.writeEndObject();
        writeEgress(json, egress);
        if (lanes.size() > 1)
        {
            writeLanes(json, lanes);
        }
        if (links.get(0).ingress() != null)
        {
            writeIngress(json, links.get(0).ingress());
        }
        json.writeEndObject();
    }

    /** Whose sockets received what, and who decided it. */
    private static void writeLanes(final JsonGenerator json, final List<LedgerSnapshot> lanes) throws IOException
    {
        json.writeArrayFieldStart("lanes");
        for (final LedgerSnapshot lane : lanes)
        {
            json.writeStartObject();
            json.writeNumberField("received", lane.received());
            json.writeNumberField("handed_over", lane.handedOver());
            json.writeNumberField("taken_over", lane.takenOver());
            json.writeNumberField("decided", lane.ended());
            json.writeNumberField("held", lane.held());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Of what comes by a capture, what the kernel would not have delivered. */
    private static void writeIngress(final JsonGenerator json, final IngressFigures ingress) throws IOException
    {
        json.writeObjectFieldStart("ingress");
        json.writeStringField("interface", ingress.networkInterface());
        json.writeNumberField("capture_drops", ingress.captureDrops());
        json.writeNumberField("hand_over_drops", ingress.handOverDrops());
        json.writeNumberField("interruptions", ingress.interruptions());
        json.writeStringField("interruption", ingress.interruption());
        json.writeObjectFieldStart("verdicts");
        for (final Map.Entry<KernelVerdict, Long> verdict : ingress.verdicts().entrySet())
        {
            json.writeNumberField(verdict.getKey().name(), verdict.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** What leaves stands beside the ledger too. */
    private static void writeEgress(final JsonGenerator json, final EgressFigures egress) throws IOException
    {
        json.writeObjectFieldStart("egress");
        json.writeNumberField("sent", egress.sent());
        json.writeNumberField("failed", egress.failed());
        json.writeObjectFieldStart("failures");
        for (final SendFailure failure : SendFailure.values())
        {
            json.writeNumberField(failure.label(), egress.failed(failure));
        }
        json.writeEndObject();
        json.writeNumberField("source_ports", egress.sourcePorts());
        json.writeNumberField("source_port_fallbacks", egress.sourcePortFallbacks());
        json.writeEndObject();
    }
}
