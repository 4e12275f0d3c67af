package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.SgeList;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.agrona.concurrent.UnsafeBuffer;

/** The bodies that post work; members are named as in {@code ibv_send_wr}, {@code ibv_recv_wr} and {@code ibv_sge}. */
final class WorkRequests
{
    /** In one body: some 800 bytes of heap each, until they are posted. */
    static final int MAX_COUNT = 1_024;

    private static final String WR_ID = "wr_id";
    private static final String SG_LIST = "sg_list";
    private static final String ADDR = "addr";
    private static final String LENGTH = "length";
    private static final String LKEY = "lkey";

    private static final String OPCODE = "opcode";
    private static final String SEND_FLAGS = "send_flags";
    private static final String INLINE_DATA = "inline_data";
    private static final String REMOTE_ADDR = "remote_addr";
    private static final String RKEY = "rkey";
    private static final String IMM_DATA = "imm_data";
    private static final String INVALIDATE_RKEY = "invalidate_rkey";
    private static final String COMPARE_ADD = "compare_add";
    private static final String SWAP = "swap";

    /** Of UD: the address handle and the queue pair behind it. */
    static final String DGID = "dgid";
    private static final String REMOTE_QPN = "remote_qpn";
    private static final String REMOTE_QKEY = "remote_qkey";
    private static final String SGID_INDEX = "sgid_index";

    private static final List<String> SGE_MEMBERS = List.of(ADDR, LENGTH, LKEY);
    private static final List<String> RECV_MEMBERS = List.of(WR_ID, SG_LIST);

    /** Members that some opcodes must have, and the others must not. */
    private static final List<String> OPCODE_MEMBERS =
        List.of(REMOTE_ADDR, RKEY, IMM_DATA, INVALIDATE_RKEY, COMPARE_ADD, SWAP);

    private static final List<String> DESTINATION_MEMBERS = List.of(DGID, REMOTE_QPN, REMOTE_QKEY, SGID_INDEX);

    private static final List<String> SEND_MEMBERS = Stream
        .of(List.of(WR_ID, OPCODE, SG_LIST, INLINE_DATA, SEND_FLAGS), OPCODE_MEMBERS, DESTINATION_MEMBERS)
        .flatMap(Collection::stream)
        .toList();

    private WorkRequests()
    {
    }

    /** One or several, in the order in which they are posted. */
    static List<WorkRequest> sends(final byte[] bytes) throws Refusal
    {
        final List<WorkRequest> sends = new ArrayList<>();
        for (final JsonBody body : JsonBody.readOneOrMore(bytes, SEND_MEMBERS, MAX_COUNT))
        {
            sends.add(send(body));
        }
        return sends;
    }

    /** One or several, in the order in which they are posted. */
    static List<WorkRequest> recvs(final byte[] bytes) throws Refusal
    {
        final List<WorkRequest> recvs = new ArrayList<>();
        for (final JsonBody body : JsonBody.readOneOrMore(bytes, RECV_MEMBERS, MAX_COUNT))
        {
            final RecvWr wr = new RecvWr().wrId(wrId(body));
            for (final JsonBody sge : sges(body))
            {
                wr.sge(sge.uint64(ADDR), length(sge), sge.uint32(LKEY));
            }
            recvs.add(new WorkRequest.Recv(body.full(""), wr));
        }
        return recvs;
    }

    private static WorkRequest send(final JsonBody body) throws Refusal
    {
        final SendWr wr = new SendWr().wrId(wrId(body)).opcode(body.constant(OPCODE, WrOpcode.class));
        if (body.has(SEND_FLAGS))
        {
            body.constants(SEND_FLAGS, SendFlag.class).forEach(wr::flag);
        }
        for (final JsonBody sge : sges(body))
        {
            wr.sge(sge.uint64(ADDR), length(sge), sge.uint32(LKEY));
        }
        putInline(wr, body);
        requireMembers(body, wr.opcode());
        putOfOpcode(wr, body);
        final boolean hasDestination = DESTINATION_MEMBERS.stream().anyMatch(body::has);
        if (hasDestination)
        {
            putDestination(wr, body);
        }
        return new WorkRequest.Send(body.full(""), wr, hasDestination);
    }

    private static long wrId(final JsonBody body) throws Refusal
    {
        return body.has(WR_ID) ? body.uint64(WR_ID) : 0;
    }

    private static List<JsonBody> sges(final JsonBody body) throws Refusal
    {
        return body.has(SG_LIST) ? body.objects(SG_LIST, SGE_MEMBERS) : List.of();
    }

    private static long length(final JsonBody sge) throws Refusal
    {
        return sge.integer(LENGTH, 0, SgeList.MAX_MESSAGE_LENGTH, NumberForm.DECIMAL);
    }

    private static void putInline(final SendWr wr, final JsonBody body) throws Refusal
    {
        if (!body.has(INLINE_DATA))
        {
            if (SendFlag.INLINE.isIn(wr.flags()))
            {
                throw missing(body, INLINE_DATA, "what the flag INLINE sends");
            }
            return;
        }
        if (body.has(SG_LIST))
        {
            throw new Refusal(
                AdminErrorCode.CONTRADICTION,
                body.full(INLINE_DATA) + " is sent in place of what sg_list names; give one of them")
                .with("field", body.full(SG_LIST));
        }
        final JsonBody inline = body.object(INLINE_DATA, BodyBytes.MEMBERS);
        final byte[] bytes = BodyBytes.read(inline, 0, QpCap.MAX_INLINE_DATA);
        wr.inline(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** Those of the opcode and no others: one that would be ignored is a mistake. */
    private static void requireMembers(final JsonBody body, final WrOpcode opcode) throws Refusal
    {
        final List<String> needed = members(opcode);
        for (final String name : OPCODE_MEMBERS)
        {
            if (body.has(name) && !needed.contains(name))
            {
                throw new Refusal(
                    AdminErrorCode.CONTRADICTION, body.full(name) + " says nothing to " + opcode)
                    .with("field", body.full(name))
                    .with("opcode", opcode.name());
            }
            if (!body.has(name) && needed.contains(name))
            {
                throw missing(body, name, opcode + " needs it");
            }
        }
    }

    private static List<String> members(final WrOpcode opcode)
    {
        return switch (opcode)
        {
            case SEND -> List.of();
            case SEND_WITH_IMM -> List.of(IMM_DATA);
            case SEND_WITH_INV -> List.of(INVALIDATE_RKEY);
            case RDMA_WRITE, RDMA_READ -> List.of(REMOTE_ADDR, RKEY);
            case RDMA_WRITE_WITH_IMM -> List.of(REMOTE_ADDR, RKEY, IMM_DATA);
            case ATOMIC_FETCH_AND_ADD -> List.of(REMOTE_ADDR, RKEY, COMPARE_ADD);
            case ATOMIC_CMP_AND_SWP -> List.of(REMOTE_ADDR, RKEY, COMPARE_ADD, SWAP);
        };
    }

    private static void putOfOpcode(final SendWr wr, final JsonBody body) throws Refusal
    {
        if (body.has(REMOTE_ADDR))
        {
            wr.remote(body.uint64(REMOTE_ADDR), body.uint32(RKEY));
        }
        if (body.has(IMM_DATA))
        {
            wr.immData(body.uint32(IMM_DATA));
        }
        if (body.has(INVALIDATE_RKEY))
        {
            wr.invalidateRkey(body.uint32(INVALIDATE_RKEY));
        }
        if (body.has(COMPARE_ADD))
        {
            wr.compareAdd(body.uint64(COMPARE_ADD));
        }
        if (body.has(SWAP))
        {
            wr.swap(body.uint64(SWAP));
        }
    }

    private static void putDestination(final SendWr wr, final JsonBody body) throws Refusal
    {
        wr.destination(
            body.address(DGID),
            (int)body.integer(REMOTE_QPN, 0, Qpn.MASK, NumberForm.HEX_24),
            body.uint32(REMOTE_QKEY));
        if (body.has(SGID_INDEX))
        {
            wr.sgidIndex((int)body.integer(SGID_INDEX, 0, SendWr.MAX_SGID_INDEX, NumberForm.DECIMAL));
        }
    }

    private static Refusal missing(final JsonBody body, final String name, final String why)
    {
        return new Refusal(AdminErrorCode.MISSING, body.full(name) + " must be given: " + why)
            .with("field", body.full(name));
    }
}
