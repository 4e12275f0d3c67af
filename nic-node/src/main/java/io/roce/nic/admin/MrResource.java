package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.DirectMemory;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrFigures;
import io.roce.nic.memory.MrInit;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.agrona.BufferUtil;

/**
 * {@code /v1/mrs} and what is below it but for bytes. A region's memory is allocated, and so filled with zeros, on the
 * admin loop, and freed on none of the node's threads: either takes longer than the lane can wait.
 */
final class MrResource
{
    static final String LKEY = "lkey";
    static final String ADDR = "addr";
    static final String LENGTH = "length";

    /** Bytes of one region: 256 MiB. */
    static final int MAX_LENGTH = 1 << 28;

    private static final String ACCESS = "access";
    private static final String KEY = "key";
    private static final String INVALIDATABLE = "invalidatable";
    private static final List<String> MEMBERS = List.of(PdResource.PD, LENGTH, ACCESS, ADDR, KEY, INVALIDATABLE);

    private final LaneVerbs verbs;
    private final AdminOwned owned;
    private final DirectMemory memory;

    /** @param memory where regions get theirs from. */
    MrResource(final LaneVerbs verbs, final AdminOwned owned, final DirectMemory memory)
    {
        this.verbs = verbs;
        this.owned = owned;
        this.memory = memory;
    }

    CompletableFuture<Answer> register(final Route.Call call) throws Refusal
    {
        final JsonBody body = JsonBody.read(call.body(), MEMBERS);
        final int pd = (int)body.integer(PdResource.PD, 1, Integer.MAX_VALUE, NumberForm.DECIMAL);
        final int length = (int)body.integer(LENGTH, 1, MAX_LENGTH, NumberForm.DECIMAL);
        final int access = body.constants(ACCESS, AccessFlag.class).stream().mapToInt(AccessFlag::bit).sum();
        final boolean hasAddr = body.has(ADDR);
        final long addr = hasAddr ? body.uint64(ADDR) : 0;
        final boolean hasKey = body.has(KEY);
        final int key = hasKey ? (int)body.integer(KEY, 1, JsonBody.MAX_UINT32, NumberForm.DECIMAL) : 0;
        final boolean isInvalidatable = body.has(INVALIDATABLE) && body.flag(INVALIDATABLE);

        final ByteBuffer bytes = allocate(length, addr);
        final MrInit init = new MrInit(bytes, access);
        if (hasAddr)
        {
            init.addr(addr);
        }
        if (hasKey)
        {
            init.key(key);
        }
        if (isInvalidatable)
        {
            init.invalidatable();
        }
        final CompletableFuture<Answer> registered = verbs.onAll(resources ->
        {
            final MemoryRegion region = resources.regions().regMr(resources.pds().get(pd), init);
            owned.addRegion(region, bytes);
            return Answer.created(view(region));
        });
        return registered.whenCompleteAsync((answer, failure) ->
        {
            // Only then is it sure that no lane has it.
            if (failure instanceof VerbsException)
            {
                BufferUtil.free(bytes);
            }
        });
    }

    CompletableFuture<Answer> list(final Route.Call call) throws Refusal
    {
        final NumberedList list = NumberedList.of(call.query(), JsonBody.MAX_UINT32);
        return verbs.onFirst(resources ->
        {
            final MemoryRegions regions = resources.regions();
            regions.forEachKey(key -> list.add(Integer.toUnsignedLong(key)));
            return list.answer("mrs", key -> view(regions.get(key)));
        });
    }

    CompletableFuture<Answer> show(final Route.Call call) throws Refusal
    {
        final int key = Query.lkey(call.item());
        return verbs.onFirst(resources -> Answer.ok(view(resources.regions().get(key))));
    }

    CompletableFuture<Answer> deregister(final Route.Call call) throws Refusal
    {
        final int key = Query.lkey(call.item());
        final CompletableFuture<ByteBuffer> ended = verbs.onAll(resources ->
        {
            final MemoryRegions regions = resources.regions();
            final MemoryRegion region = regions.get(key);
            owned.requireRegion(region);
            regions.deregMr(region);
            return owned.removeRegion(region);
        });
        // No lane touches it any more.
        return ended.thenApplyAsync(bytes ->
        {
            BufferUtil.free(bytes);
            return Answer.ok(Json.number(LKEY, Integer.toUnsignedLong(key)));
        });
    }

    private Json.Content view(final MemoryRegion region)
    {
        final MrFigures mr = region.figures();
        final String maker = AdminOwned.maker(owned.hasRegion(region));
        return json ->
        {
            json.writeStartObject();
            Json.writeUint32(json, LKEY, mr.key());
            Json.writeUint32(json, "rkey", mr.key());
            Json.writeUint64(json, ADDR, mr.addr());
            json.writeNumberField(LENGTH, mr.length());
            WorkJson.writeAccess(json, ACCESS, mr.access());
            json.writeNumberField(PdResource.PD, mr.pd());
            json.writeBooleanField(INVALIDATABLE, mr.isInvalidatable());
            json.writeBooleanField("invalidated", mr.isInvalidated());
            json.writeStringField(AdminOwned.MADE_BY, maker);
            json.writeEndObject();
        };
    }

    /** So many bytes, placed so that multiples of 8 among the addresses are such in memory: atomics need it. */
    private ByteBuffer allocate(final int length, final long addr) throws Refusal
    {
        final int needed = length + Long.BYTES - 1;
        final long left = memory.left();
        if (needed > left)
        {
            throw noMemory(length, left);
        }
        try
        {
            final ByteBuffer bytes = memory.allocate(needed);
            final int start = (int)(addr - BufferUtil.address(bytes) & Long.BYTES - 1);
            return bytes.position(start).limit(start + length);
        }
        catch (final OutOfMemoryError e)
        {
            // Somebody else has taken it meanwhile.
            throw noMemory(length, memory.left());
        }
    }

    private static Refusal noMemory(final int length, final long left)
    {
        return VerbsRefusals.of(new VerbsException(
            VerbsErrorCode.NO_MEMORY,
            "there is no memory off the heap for a region of %d bytes: %d are left".formatted(length, left))
            .with(LENGTH, length)
            .with("left", left));
    }
}
