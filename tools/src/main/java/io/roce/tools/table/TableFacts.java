package io.roce.tools.table;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a node says of its table as a whole.
 *
 * @param levels         loads from a number to its record.
 * @param pages          that exist.
 * @param recordsPerPage one for each number; in a flat table all of the pool.
 * @param recordLength   bytes.
 * @param firstQpn       first number of the pool.
 * @param lastQpn        last number of the pool.
 */
record TableFacts(
    String kind,
    int levels,
    int pages,
    int sparePages,
    int recordsPerPage,
    int recordLength,
    long bytesCommitted,
    int live,
    int quarantined,
    int maxQps,
    int firstQpn,
    int lastQpn)
{
    /** From the answer about the table. */
    static TableFacts of(final JsonNode table)
    {
        return new TableFacts(
            table.path("kind").asText(),
            table.path("levels").asInt(),
            table.path("pages").asInt(),
            table.path("spare_pages").asInt(),
            table.path("records_per_page").asInt(),
            table.path("record_length").asInt(),
            table.path("bytes_committed").asLong(),
            table.path("live").asInt(),
            table.path("quarantined").asInt(),
            table.path("max_qps").asInt(),
            table.path("first_qpn").asInt(),
            table.path("last_qpn").asInt());
    }

    /** Numbers of the pool. */
    int numbers()
    {
        return numbers(firstQpn, lastQpn + 1);
    }

    /** Numbers of the pool from {@code from} to below {@code end}. */
    int numbers(final int from, final int end)
    {
        return Math.max(0, Math.min(end, lastQpn + 1) - Math.max(from, firstQpn));
    }

    /** Pages that there would be if every number of the pool from {@code from} to below {@code end} were in use. */
    int pagesOf(final int from, final int end)
    {
        if (numbers(from, end) == 0)
        {
            return 0;
        }
        return page(Math.min(end, lastQpn + 1) - 1) - page(Math.max(from, firstQpn)) + 1;
    }

    /** Pages begin at multiples of their length; that of a flat table where the pool does. */
    private int page(final int qpn)
    {
        return levels == 1 ? 0 : qpn / recordsPerPage;
    }
}
