package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * {@code /v1/mrs/{lkey}/bytes}: the memory of a region as its owner reads and writes it, whatever peers may do with it.
 * Memory of the program that embeds the node stays the program's.
 */
final class MrBytesResource
{
    static final String OFFSET = "offset";
    static final String LENGTH = MrResource.LENGTH;

    /** In one request. */
    static final int MAX_LENGTH = 1 << 14;

    private static final List<String> WRITE_MEMBERS =
        Stream.concat(Stream.of(OFFSET), BodyBytes.MEMBERS.stream()).toList();

    private final LaneVerbs verbs;
    private final AdminOwned owned;

    MrBytesResource(final LaneVerbs verbs, final AdminOwned owned)
    {
        this.verbs = verbs;
        this.owned = owned;
    }

    /** Unless a length is said all that there is, or as much as one answer has. */
    CompletableFuture<Answer> read(final Route.Call call) throws Refusal
    {
        final int key = Query.lkey(call.item());
        final int offset = (int)call.query().integer(OFFSET, 0, Integer.MAX_VALUE, 0, NumberForm.DECIMAL);
        final boolean hasLength = call.query().has(LENGTH);
        final int asked = (int)call.query().integer(LENGTH, 1, MAX_LENGTH, MAX_LENGTH, NumberForm.DECIMAL);
        return verbs.onFirst(resources ->
        {
            final MemoryRegion region = owned(resources.regions(), key);
            requireOffset(region, offset);
            final int length = hasLength ? asked : Math.min(asked, region.length() - offset);
            requireLength(LENGTH, region, offset, length);
            final byte[] bytes = new byte[length];
            region.getBytes(region.addr() + offset, bytes, 0, length);
            return Answer.ok(view(region, offset, length, bytes));
        });
    }

    CompletableFuture<Answer> write(final Route.Call call) throws Refusal
    {
        final int key = Query.lkey(call.item());
        final JsonBody body = JsonBody.read(call.body(), WRITE_MEMBERS);
        final int offset = body.has(OFFSET) ?
            (int)body.integer(OFFSET, 0, Integer.MAX_VALUE, NumberForm.DECIMAL) :
            0;
        final byte[] bytes = BodyBytes.read(body, 1, MAX_LENGTH);
        return verbs.onFirst(resources ->
        {
            final MemoryRegion region = owned(resources.regions(), key);
            requireOffset(region, offset);
            requireLength(body.has(BodyBytes.TEXT) ? BodyBytes.TEXT : BodyBytes.HEX, region, offset, bytes.length);
            region.putBytes(region.addr() + offset, bytes, 0, bytes.length);
            return Answer.ok(view(region, offset, bytes.length, null));
        });
    }

    private MemoryRegion owned(final MemoryRegions regions, final int key) throws VerbsException, Refusal
    {
        final MemoryRegion region = regions.get(key);
        owned.requireRegion(region);
        return region;
    }

    private static void requireOffset(final MemoryRegion region, final int offset) throws VerbsException
    {
        if (offset >= region.length())
        {
            throw VerbsException.outOfRange(OFFSET, offset, 0, region.length() - 1, NumberForm.DECIMAL);
        }
    }

    private static void requireLength(
        final String field, final MemoryRegion region, final int offset, final int length) throws VerbsException
    {
        final int max = region.length() - offset;
        if (length > max)
        {
            throw VerbsException.outOfRange(field, length, length + " bytes", 1, max, NumberForm.DECIMAL);
        }
    }

    /** @param bytes null when they are not shown. */
    private static Json.Content view(
        final MemoryRegion region, final int offset, final int length, final byte[] bytes)
    {
        return json ->
        {
            json.writeStartObject();
            Json.writeUint32(json, MrResource.LKEY, region.lkey());
            Json.writeUint64(json, MrResource.ADDR, region.addr() + offset);
            json.writeNumberField(OFFSET, offset);
            json.writeNumberField(LENGTH, length);
            if (bytes != null)
            {
                json.writeStringField(BodyBytes.HEX, BodyBytes.hex(bytes));
                json.writeStringField("ascii", BodyBytes.ascii(bytes));
            }
            json.writeEndObject();
        };
    }
}
