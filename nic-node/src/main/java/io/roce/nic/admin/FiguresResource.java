package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What the node is and how it fares: everything that is only read. */
final class FiguresResource
{
    private final Lanes lanes;
    private final NodeJson node;

    FiguresResource(final Lanes lanes, final NodeJson node)
    {
        this.lanes = lanes;
        this.node = node;
    }

    CompletableFuture<Answer> node()
    {
        return answer(figures ->
        {
            final List<LinkFigures> links = figures.links();
            final TableFigures table = figures.table();
            final CacheFigures cache = lanes.first().queuePairs().figures().cache();
            final QuarantineFigures quarantine = figures.quarantine();
            return json -> node.write(json, links, table, cache, quarantine);
        });
    }

    CompletableFuture<Answer> ledger()
    {
        return answer(figures ->
        {
            final LedgerSnapshot ledger = figures.ledger();
            final List<LedgerSnapshot> parts = lanes.all().stream().map(Lane::ledger).toList();
            final List<LinkFigures> links = figures.links();
            final EgressFigures egress = figures.egress();
            // Read while the answer is written, not on a lane's thread: it stands beside the ledger, not in it. Sockets
            // of all lanes are told of together.
            return json -> writeLedger(json, ledger, parts, links, lanes.first().kernelDrops(), egress);
        });
    }

    CompletableFuture<Answer> table()
    {
        return answer(figures ->
        {
            final TableFigures table = figures.table();
            return json ->
            {
                json.writeStartObject();
                json.writeStringField("kind", table.kind());
                json.writeNumberField("levels", table.levels());
                json.writeNumberField("pages", table.pages());
                json.writeNumberField("spare_pages", table.sparePages());
                json.writeNumberField("records_per_page", table.recordsPerPage());
                json.writeNumberField("record_length", table.recordLength());
                json.writeNumberField("bytes_committed", table.bytesCommitted());
                json.writeNumberField("bytes_bound", table.bytesBound());
                json.writeNumberField("live", table.live());
                if (table.live() == 0)
                {
                    json.writeNullField("bytes_per_live_qp");
                }
                else
                {
                    json.writeNumberField("bytes_per_live_qp", table.bytesCommitted() / table.live());
                }
                json.writeNumberField("quarantined", table.quarantined());
                json.writeNumberField("max_qps", table.maxQps());
                json.writeNumberField("first_qpn", table.firstQpn());
                json.writeNumberField("last_qpn", table.lastQpn());
                json.writeEndObject();
            };
        });
    }

    CompletableFuture<Answer> cache()
    {
        return answer(figures ->
        {
            final CacheFigures cache = figures.cache();
            return json ->
            {
                json.writeStartObject();
                json.writeStringField("kind", cache.kind());
                json.writeNumberField("sets", cache.sets());
                json.writeNumberField("ways", cache.ways());
                json.writeNumberField("resident", cache.resident());
                json.writeNumberField("hits", cache.hits());
                json.writeNumberField("misses", cache.misses());
                json.writeNumberField("evictions", cache.evictions());
                json.writeNumberField("invalidations", cache.invalidations());
                json.writeStringField("miss_cost", cache.missCost());
                json.writeNumberField("miss_cost_ns", cache.missCostNs());
                json.writeNumberField("modelled_miss_ns", cache.modelledMissNs());
                NodeJson.writeCacheProfile(json, "profile", cache.profile());
                json.writeEndObject();
            };
        });
    }

    CompletableFuture<Answer> quarantine()
    {
        return answer(figures ->
        {
            final QuarantineFigures quarantine = figures.quarantine();
            return json ->
            {
                json.writeStartObject();
                json.writeStringField("policy", quarantine.policies().quarantine().toString());
                json.writePOJOField("time_ns", NodeJson.timeNs(quarantine.policies()));
                json.writeNumberField("held", quarantine.held());
                json.writePOJOField(
                    "next_in_ms", quarantine.nextInNs() < 0 ? null : Durations.ceilMs(quarantine.nextInNs()));
                json.writeNumberField("entered", quarantine.entered());
                json.writeNumberField("released", quarantine.released());
                json.writeNumberField("released_early", quarantine.releasedEarly());
                json.writeNumberField("stolen", quarantine.stolen());
                json.writeNumberField("early_inits", quarantine.earlyInits());
                json.writeNumberField("refused_inits", quarantine.refusedInits());
                json.writeEndObject();
            };
        });
    }

    private static void writeLedger(
        final JsonGenerator json,
        final LedgerSnapshot ledger,
        final List<LedgerSnapshot> lanes,
        final List<LinkFigures> links,
        final long[] kernelDrops,
        final EgressFigures egress) throws IOException
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

    /** The command reads values on a lane's thread; the content that it makes of them is written on this one's. */
    private CompletableFuture<Answer> answer(final Function<LanesFigures, Json.Content> command)
    {
        return lanes.whileHeld(() -> command.apply(lanes.figures())).thenApply(Answer::ok);
    }
}
