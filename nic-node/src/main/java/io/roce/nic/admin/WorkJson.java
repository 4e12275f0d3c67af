package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.transport.QpService;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.WcFlag;
import io.roce.nic.work.WorkCompletion;

import java.io.IOException;

/** What queue pairs work with as JSON; members are named as in libibverbs. */
final class WorkJson
{
    private WorkJson()
    {
    }

    /** A completion as {@code ibv_wc}; what it does not say is null. */
    static void write(final JsonGenerator json, final WorkCompletion completion) throws IOException
    {
        final int flags = completion.flags();
        final boolean isDatagram = WcFlag.GRH.isIn(flags);
        json.writeStartObject();
        Json.writeUint64(json, "wr_id", completion.wrId());
        json.writeStringField("status", completion.status().name());
        json.writeNumberField("status_code", completion.status().number());
        json.writeStringField("opcode", completion.opcode().name());
        json.writeNumberField("vendor_err", completion.vendorErr());
        json.writeNumberField("byte_len", completion.byteLen());
        json.writeNumberField("qp_num", completion.qpn());
        json.writeNumberField("generation", completion.generation());
        json.writeArrayFieldStart("wc_flags");
        for (final WcFlag flag : WcFlag.values())
        {
            if (flag.isIn(flags))
            {
                json.writeString(flag.name());
            }
        }
        json.writeEndArray();
        json.writePOJOField("imm_data", uint32(completion.immData(), WcFlag.WITH_IMM.isIn(flags)));
        json.writePOJOField("invalidated_rkey", uint32(completion.invalidatedRkey(), WcFlag.WITH_INV.isIn(flags)));
        json.writePOJOField("src_qp", uint32(completion.srcQp(), isDatagram));
        json.writePOJOField("pkey_index", uint32(completion.pkeyIndex(), isDatagram));
        json.writeEndObject();
    }

    /** Members of a served queue pair: those that it was created with, and how much is posted. */
    static void writeMembers(final JsonGenerator json, final QpService service) throws IOException
    {
        json.writeNumberField(PdResource.PD, service.pd());
        json.writeNumberField(ServiceRequest.SEND_CQ, service.sendCq());
        json.writeNumberField(ServiceRequest.RECV_CQ, service.recvCq());
        json.writeObjectFieldStart(ServiceRequest.CAP);
        final QpCap cap = service.cap();
        json.writeNumberField(ServiceRequest.MAX_SEND_WR, cap.maxSendWr());
        json.writeNumberField(ServiceRequest.MAX_RECV_WR, cap.maxRecvWr());
        json.writeNumberField(ServiceRequest.MAX_SEND_SGE, cap.maxSendSge());
        json.writeNumberField(ServiceRequest.MAX_RECV_SGE, cap.maxRecvSge());
        json.writeNumberField(ServiceRequest.MAX_INLINE_DATA, cap.maxInlineData());
        json.writeEndObject();
        json.writeBooleanField(ServiceRequest.SQ_SIG_ALL, service.isAllSignaled());
        json.writeObjectFieldStart("work");
        json.writeNumberField("sends", service.sends());
        json.writeNumberField("unsent", service.unsent());
        json.writeNumberField("receives", service.receives());
        json.writeEndObject();
    }

    /** An array of the names of those bits. */
    static void writeAccess(final JsonGenerator json, final String name, final long access) throws IOException
    {
        json.writeArrayFieldStart(name);
        for (final AccessFlag flag : AccessFlag.values())
        {
            if ((access & flag.bit()) != 0)
            {
                json.writeString(flag.name());
            }
        }
        json.writeEndArray();
    }

    private static Long uint32(final int value, final boolean isSaid)
    {
        return isSaid ? Integer.toUnsignedLong(value) : null;
    }
}
