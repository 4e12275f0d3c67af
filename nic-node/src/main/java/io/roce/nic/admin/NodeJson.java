package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.Port;
import io.roce.nic.qp.QpCacheProfile;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.SgeList;
import org.agrona.concurrent.NanoClock;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The node as JSON: what it is, what it can do, what it was told to do. Admin loop only. */
final class NodeJson
{
    private final NodeFacts facts;
    private final NanoClock clock;
    private final EventStreams events;

    NodeJson(final NodeFacts facts, final NanoClock clock, final EventStreams events)
    {
        this.facts = facts;
        this.clock = clock;
        this.events = events;
    }

    void write(
        final JsonGenerator json,
        final List<LinkFigures> links,
        final TableFigures table,
        final CacheFigures cache,
        final QuarantineFigures quarantine) throws IOException
    {
        json.writeStartObject();
        json.writeStringField("address", Addresses.format(links.get(0).udp().getAddress()));
        json.writeStringField("udp", Addresses.format(links.get(0).udp()));
        json.writeStringField("version", facts.version());
        writeLink(json, links);
        writeLanes(json);
        json.writeStringField("icrc", facts.icrcMode().label());
        writePolicies(json, table, cache, quarantine);
        json.writeObjectFieldStart("limits");
        json.writeNumberField("max_qps", table.maxQps());
        json.writeNumberField("max_qps_per_request", QpRequests.MAX_COUNT);
        json.writeNumberField("max_served_qps_per_request", ServiceRequest.MAX_COUNT);
        json.writeNumberField("first_qpn", table.firstQpn());
        json.writeNumberField("last_qpn", table.lastQpn());
        json.writeNumberField("max_qp_wr", QpCap.MAX_WR);
        json.writeNumberField("max_sge", SgeList.MAX_SGE);
        json.writeNumberField("max_inline_data", QpCap.MAX_INLINE_DATA);
        json.writeNumberField("max_queue_bytes_per_request", ServiceRequest.MAX_QUEUE_BYTES);
        json.writeNumberField("max_wrs_per_request", WorkRequests.MAX_COUNT);
        json.writeNumberField("max_cqe", CompletionQueue.MAX_CQE);
        json.writeNumberField("max_completions_per_poll", CqResource.MAX_POLLED);
        json.writeNumberField("max_poll_timeout_ms", CqResource.MAX_TIMEOUT_MS);
        json.writeNumberField("max_mr_length", MrResource.MAX_LENGTH);
        json.writeNumberField("max_mr_bytes_per_request", MrBytesResource.MAX_LENGTH);
        json.writeNumberField("max_event_streams", events.max());
        json.writeEndObject();
        json.writeArrayFieldStart("ports");
        for (final Port port : facts.ports().all())
        {
            writePort(json, port, links.stream().filter(link -> link.gid().portNum() == port.portNum()).toList());
        }
        json.writeEndArray();
        writeEvents(json);
        json.writeNumberField("uptime_ms", TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - facts.startedNs()));
        json.writeEndObject();
    }

    private void writeLanes(final JsonGenerator json) throws IOException
    {
        if (facts.lanes() > 1)
        {
            json.writeNumberField("lanes", facts.lanes());
            json.writeBooleanField("steered", facts.isSteered());
        }
    }

    /** Who looks at it all the time. */
    private void writeEvents(final JsonGenerator json) throws IOException
    {
        json.writeObjectFieldStart("events");
        json.writeNumberField("interval_ms", events.intervalMs());
        json.writeNumberField("streams", events.open());
        json.writeNumberField("snapshots", events.snapshots());
        json.writeNumberField("dropped", events.dropped());
        json.writeEndObject();
    }

    /** What holds of all addresses. */
    private static void writeLink(final JsonGenerator json, final List<LinkFigures> links) throws IOException
    {
        json.writeObjectFieldStart("link");
        json.writeStringField("kind", links.get(0).kind().label());
        json.writeStringField("gso", links.get(0).gso().label());
        if (links.get(0).ingress() != null)
        {
            json.writeStringField("ingress", links.get(0).ingress().networkInterface());
        }
        json.writeBooleanField(
            "identification_zero", links.stream().allMatch(LinkFigures::isIdentificationZero));
        json.writeNumberField(
            "receive_buffer_bytes", links.stream().mapToInt(LinkFigures::receiveBufferBytes).min().orElseThrow());
        json.writeEndObject();
    }

    private void writePolicies(
        final JsonGenerator json,
        final TableFigures table,
        final CacheFigures cache,
        final QuarantineFigures quarantine) throws IOException
    {
        json.writeObjectFieldStart("policies");
        final QpnPolicies qpns = quarantine.policies();
        json.writeStringField("allocation", qpns.allocation().label());
        json.writeStringField("quarantine", qpns.quarantine().toString());
        json.writePOJOField("quarantine_ns", timeNs(qpns));
        json.writeStringField("pressure", qpns.pressure().label());
        json.writeStringField("reset_hold", qpns.resetHold().label());
        json.writeNumberField("quarantine_cap_ns", qpns.quarantineCapNs());
        json.writeNumberField("packet_lifetime_ns", qpns.packetLifetimeNs());
        json.writeStringField("table", table.kind());
        json.writeStringField("qp_cache", cache.sets() == 0 ? "off" : cache.sets() + "x" + cache.ways());
        json.writeStringField("qp_cache_order", cache.kind());
        json.writeStringField("miss_cost", cache.missCost());
        json.writeStringField("profile", facts.profile().label());
        writeCacheProfile(json, "qp_cache_profile", cache.profile());
        json.writeEndObject();
    }

    /** The name, and where its numbers come from; nothing where no profile was chosen. */
    static void writeCacheProfile(final JsonGenerator json, final String field, final QpCacheProfile profile)
        throws IOException
    {
        if (profile != null)
        {
            json.writeStringField(field, profile.label());
            json.writeStringField(field + "_source", profile.source());
        }
    }

    /** The one time that every number is held back; null where each has its own. */
    static Long timeNs(final QpnPolicies qpns)
    {
        return qpns.quarantine().isAuto() ? null : qpns.quarantine().timeNs();
    }

    /** Address and GID beside the table are its first. */
    private static void writePort(final JsonGenerator json, final Port port, final List<LinkFigures> links)
        throws IOException
    {
        final InetAddress first = links.get(0).udp().getAddress();
        json.writeStartObject();
        json.writeNumberField("port_num", port.portNum());
        json.writeStringField("address", Addresses.format(first));
        json.writeStringField("state", "ACTIVE");
        json.writeNumberField("max_mtu", Port.MAX_MTU);
        json.writeNumberField("active_mtu", port.activeMtu());
        json.writeArrayFieldStart("pkeys");
        for (final int pKey : port.pKeys())
        {
            json.writeNumber(pKey);
        }
        json.writeEndArray();
        json.writeStringField("gid", Addresses.gid(first));
        json.writeArrayFieldStart("gids");
        for (final LinkFigures link : links)
        {
            writeGid(json, link);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeGid(final JsonGenerator json, final LinkFigures link) throws IOException
    {
        final InetAddress address = link.udp().getAddress();
        json.writeStartObject();
        json.writeNumberField("gid_index", link.gid().gidIndex());
        json.writeStringField("address", Addresses.format(address));
        json.writeStringField("gid", Addresses.gid(address));
        json.writeStringField("udp", Addresses.format(link.udp()));
        json.writeBooleanField("identification_zero", link.isIdentificationZero());
        json.writeNumberField("receive_buffer_bytes", link.receiveBufferBytes());
        json.writeEndObject();
    }
}
