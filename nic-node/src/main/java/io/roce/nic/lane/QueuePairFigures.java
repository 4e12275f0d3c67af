package io.roce.nic.lane;

import io.roce.nic.qp.QpCache;
import io.roce.nic.qp.QpCellFigures;
import io.roce.nic.qp.QpPageFigures;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qpn.QpnPool;
import io.roce.nic.qpn.QuarantinedQpn;

import java.util.ArrayList;
import java.util.List;

/**
 * What there is to know of all queue pairs together: the table, the cache in front of it and the quarantine, all at one
 * moment. To be read before anything else is done with the queue pairs. Lane thread only.
 */
public final class QueuePairFigures
{
    private final QueuePairsConfig config;
    private final QpTable table;
    private final QpCache cache;
    private final QpNumbers numbers;
    private final HoldingModifier holdingModifier;
    private final long nowNs;

    /** @param nowNs the moment; what was due by then has been let out of quarantine. */
    QueuePairFigures(
        final QueuePairsConfig config,
        final QpTable table,
        final QpCache cache,
        final QpNumbers numbers,
        final HoldingModifier holdingModifier,
        final long nowNs)
    {
        this.config = config;
        this.table = table;
        this.cache = cache;
        this.numbers = numbers;
        this.holdingModifier = holdingModifier;
        this.nowNs = nowNs;
    }

    public TableFigures table()
    {
        return new TableFigures(
            table.kind().label(),
            table.kind().levels(),
            table.pages(),
            table.sparePages(),
            table.recordsPerPage(),
            table.recordLength(),
            table.bytesCommitted(),
            table.bytesBound(),
            numbers.live(),
            numbers.pool().held(),
            config.maxQps(),
            config.firstQpn(),
            config.lastQpn());
    }

    /** Up to {@code limit} pages of the table that begin above {@code after}, in order of numbers. */
    public List<QpPageFigures> pages(final int after, final int limit)
    {
        final List<QpPageFigures> pages = new ArrayList<>();
        QpPageFigures page = table.nextPage(after);
        while (page != null && pages.size() < limit)
        {
            pages.add(page);
            page = table.nextPage(page.firstQpn());
        }
        return pages;
    }

    /**
     * Up to {@code limit} cells of the table's map that begin above {@code after} and have a number in use, in order.
     *
     * @param grain numbers in a cell, a power of two up to 2^24.
     */
    public List<QpCellFigures> cells(final int grain, final int after, final int limit)
    {
        final List<QpCellFigures> cells = new ArrayList<>();
        QpCellFigures cell = table.nextCell(after, grain);
        while (cell != null && cells.size() < limit)
        {
            cells.add(cell);
            cell = table.nextCell(cell.firstQpn(), grain);
        }
        return cells;
    }

    public CacheFigures cache()
    {
        return new CacheFigures(
            cache.kind().label(),
            cache.sets(),
            cache.ways(),
            cache.resident(),
            cache.hits(),
            cache.misses(),
            cache.evictions(),
            cache.invalidations(),
            config.cache().missCostKind().label(),
            config.cache().missCostNs(),
            cache.modelledMissNs(),
            config.cache().profile());
    }

    public QuarantineFigures quarantine()
    {
        final QpnPool pool = numbers.pool();
        return new QuarantineFigures(
            config.qpns(),
            pool.held(),
            pool.nextInNs(nowNs),
            pool.entered(),
            pool.released(),
            pool.releasedEarly(),
            pool.stolen(),
            holdingModifier.earlyInits(),
            holdingModifier.refusedInits());
    }

    /** Up to {@code limit} numbers that the quarantine lets out next if nobody is in need of them, in that order. */
    public List<QuarantinedQpn> quarantineQueue(final int limit)
    {
        return numbers.pool().nextOut(limit, nowNs);
    }
}
