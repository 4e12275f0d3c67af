package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.link.Addresses;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.trace.QpnLife;
import io.roce.nic.transport.QpService;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Queue pairs as JSON. The one place that knows their members. */
final class QpJson
{
    private QpJson()
    {
    }

    /** What a created queue pair is known by. */
    static void writeCreated(final JsonGenerator json, final QpSnapshot qp) throws IOException
    {
        json.writeStartObject();
        writeIdentity(json, qp);
        json.writeEndObject();
    }

    /** All of it but its number's past. */
    static void writeListed(final JsonGenerator json, final QpSnapshot qp) throws IOException
    {
        json.writeStartObject();
        writeIdentity(json, qp);
        writeContext(json, qp);
        json.writeEndObject();
    }

    /**
     * All of it, and the earlier lives of its number.
     *
     * @param service null when it is bare.
     * @param isOwned whether requests made it.
     */
    static void writeWhole(
        final JsonGenerator json,
        final QpSnapshot qp,
        final QpService service,
        final boolean isOwned,
        final List<Map<String, Object>> history) throws IOException
    {
        json.writeStartObject();
        writeIdentity(json, qp);
        writeContext(json, qp);
        if (service != null)
        {
            WorkJson.writeMembers(json, service);
            json.writeStringField(AdminOwned.MADE_BY, AdminOwned.maker(isOwned));
        }
        json.writePOJOField("history", history);
        json.writeEndObject();
    }

    /** Earlier lives of a number as seen now, latest first. */
    static List<Map<String, Object>> history(final List<QpnLife> lives, final long nowNs)
    {
        return lives.stream().map(life -> life(life, nowNs)).toList();
    }

    private static Map<String, Object> life(final QpnLife life, final long nowNs)
    {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("generation", life.generation());
        members.put("type", life.type());
        members.put("created_ms_ago", TimeUnit.NANOSECONDS.toMillis(nowNs - life.createdNs()));
        members.put("destroyed_ms_ago", TimeUnit.NANOSECONDS.toMillis(nowNs - life.destroyedNs()));
        members.put("peer", life.peer() == null ? null : Addresses.format(life.peer()));
        return members;
    }

    private static void writeIdentity(final JsonGenerator json, final QpSnapshot qp) throws IOException
    {
        json.writeNumberField("qpn", qp.qpn());
        json.writeNumberField("generation", qp.generation());
        json.writeNumberField("epoch", qp.epoch());
        json.writeStringField("type", qp.type().name());
        json.writeStringField("state", qp.state().name());
    }

    private static void writeContext(final JsonGenerator json, final QpSnapshot qp) throws IOException
    {
        if (qp.state() == QpState.SQD)
        {
            json.writeBooleanField("sq_draining", qp.isSqDraining());
        }
        json.writeObjectFieldStart("attributes");
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (qp.attributes().has(attribute))
            {
                writeAttribute(json, attribute, qp.attributes());
            }
        }
        json.writeEndObject();
        if (qp.peerTimers() != null)
        {
            json.writeNumberField(PeerTimers.TIMEOUT_LABEL, qp.peerTimers().timeout());
            json.writeNumberField(PeerTimers.RETRY_CNT_LABEL, qp.peerTimers().retryCnt());
        }
        json.writeObjectFieldStart("counters");
        json.writeNumberField("requests", qp.requests());
        json.writeNumberField("responses", qp.responses());
        json.writeNumberField("refused", qp.refused());
        json.writeNumberField("early_inits", qp.earlyInits());
        json.writeEndObject();
    }

    private static void writeAttribute(
        final JsonGenerator json, final QpAttribute attribute, final QpAttributes attributes) throws IOException
    {
        switch (attribute)
        {
            case DGID -> json.writeStringField(attribute.label(), Addresses.format(attributes.dgid()));
            case QP_ACCESS_FLAGS -> WorkJson.writeAccess(json, attribute.label(), attributes.value(attribute));
            default -> json.writeNumberField(attribute.label(), attributes.value(attribute));
        }
    }
}
