package io.roce.nic.admin;

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

import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the lanes tell of one moment, and the metrics that it is. */
record MetricsReading(
    LedgerSnapshot ledger,
    List<LedgerSnapshot> lanes,
    List<LinkFigures> links,
    EgressFigures egress,
    TableFigures table,
    CacheFigures cache,
    QuarantineFigures quarantine)
{
    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);
    private static final double MS_PER_S = TimeUnit.SECONDS.toMillis(1);

    /** While all lanes are held. */
    static MetricsReading of(final Lanes lanes)
    {
        final LanesFigures figures = lanes.figures();
        return new MetricsReading(
            figures.ledger(),
            lanes.all().stream().map(Lane::ledger).toList(),
            figures.links(),
            figures.egress(),
            figures.table(),
            figures.cache(),
            figures.quarantine());
    }

    void addTo(final MetricSamples samples, final NodeFacts facts)
    {
        addNode(samples, facts);
        addLedger(samples);
        addEgress(samples);
        addIngress(samples, links.get(0).ingress());
        addTable(samples);
        addCache(samples);
        addQuarantine(samples);
        for (int i = 0; i < lanes.size(); i++)
        {
            addLane(samples, lanes.get(i), String.valueOf(i));
        }
        for (final LinkFigures link : links)
        {
            samples.addKnown(Metric.RECEIVE_CALLS, link.receiveCalls(), 1, Addresses.format(link.udp()));
        }
    }

    /** @param kernelDrops of each link; negative where the system does not say. */
    void addKernelDrops(final MetricSamples samples, final long[] kernelDrops)
    {
        for (int i = 0; i < kernelDrops.length; i++)
        {
            samples.addKnown(Metric.KERNEL_DROPS, kernelDrops[i], 1, Addresses.format(links.get(i).udp()));
        }
    }

    private void addNode(final MetricSamples samples, final NodeFacts facts)
    {
        samples.add(
            Metric.BUILD,
            1,
            facts.version(),
            links.get(0).kind().label(),
            facts.icrcMode().label(),
            facts.profile().label(),
            table.kind(),
            cache.kind(),
            quarantine.policies().allocation().label(),
            quarantine.policies().quarantine().toString(),
            quarantine.policies().pressure().label(),
            String.valueOf(lanes.size()));
        samples.add(Metric.START_TIME, TimeUnit.NANOSECONDS.toMillis(facts.startedEpochNs()) / MS_PER_S);
    }

    private void addLedger(final MetricSamples samples)
    {
        samples.add(Metric.RECEIVED, ledger.received());
        samples.add(Metric.INJECTED, ledger.injected());
        samples.add(Metric.HELD, ledger.heldOrHandedOver());
        for (final Fate fate : Fate.values())
        {
            samples.add(Metric.ENDED, ledger.count(fate), fate.name(), String.valueOf(fate.isDrop()));
            samples.add(Metric.FATE, 1, fate.name(), fate.description());
        }
        samples.add(Metric.ICRC, ledger.icrcExact(), "exact");
        samples.add(Metric.ICRC, ledger.icrcInferred(), "inferred");
    }

    private void addEgress(final MetricSamples samples)
    {
        samples.add(Metric.SENT, egress.sent());
        for (final SendFailure failure : SendFailure.values())
        {
            samples.add(Metric.SEND_FAILED, egress.failed(failure), failure.label());
            samples.add(Metric.SEND_FAILURE, 1, failure.label(), failure.description());
        }
    }

    /** The capture is one for all links. */
    private static void addIngress(final MetricSamples samples, final IngressFigures ingress)
    {
        if (ingress != null)
        {
            final String name = ingress.networkInterface();
            ingress.verdicts().forEach(
                (verdict, count) -> samples.add(Metric.INGRESS_VERDICTS, count, name, verdict.name()));
            samples.add(Metric.INGRESS_CAPTURE_DROPS, ingress.captureDrops(), name);
            samples.add(Metric.INGRESS_HAND_OVER_DROPS, ingress.handOverDrops(), name);
            samples.add(Metric.INGRESS_INTERRUPTIONS, ingress.interruptions(), name);
        }
    }

    private void addTable(final MetricSamples samples)
    {
        samples.add(Metric.QPS_LIVE, table.live());
        samples.add(Metric.QPS_MAX, table.maxQps());
        samples.add(Metric.TABLE_QUARANTINED, table.quarantined());
        samples.add(Metric.TABLE_PAGES, table.pages());
        samples.add(Metric.TABLE_BYTES, table.bytesCommitted());
        samples.add(Metric.TABLE_MAX_BYTES, table.bytesBound());
    }

    private void addCache(final MetricSamples samples)
    {
        samples.add(Metric.CACHE_HITS, cache.hits());
        samples.add(Metric.CACHE_MISSES, cache.misses());
        samples.add(Metric.CACHE_EVICTIONS, cache.evictions());
        samples.add(Metric.CACHE_INVALIDATIONS, cache.invalidations());
        samples.add(Metric.CACHE_RESIDENT, cache.resident());
        samples.add(Metric.CACHE_CAPACITY, cache.sets() * cache.ways());
    }

    private void addQuarantine(final MetricSamples samples)
    {
        samples.add(Metric.QUARANTINE_HELD, quarantine.held());
        samples.add(Metric.QUARANTINE_ENTERED, quarantine.entered());
        samples.add(Metric.QUARANTINE_RELEASED, quarantine.released());
        samples.add(Metric.QUARANTINE_RELEASED_EARLY, quarantine.releasedEarly());
        samples.add(Metric.QUARANTINE_STOLEN, quarantine.stolen());
        samples.addKnown(Metric.QUARANTINE_NEXT, quarantine.nextInNs(), NS_PER_S);
    }

    private static void addLane(final MetricSamples samples, final LedgerSnapshot ledger, final String lane)
    {
        samples.add(Metric.LANE_RECEIVED, ledger.received(), lane);
        samples.add(Metric.LANE_HANDED_OVER, ledger.handedOver(), lane);
        samples.add(Metric.LANE_TAKEN_OVER, ledger.takenOver(), lane);
        samples.add(Metric.LANE_DECIDED, ledger.ended(), lane);
    }
}
