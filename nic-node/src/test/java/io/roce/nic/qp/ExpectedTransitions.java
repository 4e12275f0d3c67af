package io.roce.nic.qp;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** The modify masks of the Linux kernel's verbs layer, transcribed as text, apart from the table under test. */
public final class ExpectedTransitions
{
    private static final String ARCS = """
        RESET RESET INIT
        INIT  INIT RTR ERR RESET
        RTR   RTS ERR RESET
        RTS   RTS SQD ERR RESET
        SQD   SQD RTS ERR RESET
        SQE   RTS ERR RESET
        ERR   ERR RESET
        """;

    /** Arc, then required and optional for RC, UC and UD; x where the state is none of the type's. */
    private static final String MASKS = """
        RESET INIT | PKEY_INDEX PORT ACCESS_FLAGS | - | PKEY_INDEX PORT ACCESS_FLAGS | - | PKEY_INDEX PORT QKEY | -
        INIT INIT | - | PKEY_INDEX PORT ACCESS_FLAGS | - | PKEY_INDEX PORT ACCESS_FLAGS | - | PKEY_INDEX PORT QKEY
        INIT RTR | AV PATH_MTU DEST_QPN RQ_PSN MAX_DEST_RD_ATOMIC MIN_RNR_TIMER | ALT_PATH ACCESS_FLAGS PKEY_INDEX \
        | AV PATH_MTU DEST_QPN RQ_PSN | ALT_PATH ACCESS_FLAGS PKEY_INDEX | - | PKEY_INDEX QKEY
        RTR RTS | TIMEOUT RETRY_CNT RNR_RETRY SQ_PSN MAX_QP_RD_ATOMIC \
        | CUR_STATE ALT_PATH ACCESS_FLAGS MIN_RNR_TIMER PATH_MIG_STATE \
        | SQ_PSN | CUR_STATE ALT_PATH ACCESS_FLAGS PATH_MIG_STATE | SQ_PSN | CUR_STATE QKEY
        RTS RTS | - | CUR_STATE ACCESS_FLAGS ALT_PATH PATH_MIG_STATE MIN_RNR_TIMER \
        | - | CUR_STATE ACCESS_FLAGS ALT_PATH PATH_MIG_STATE | - | CUR_STATE QKEY
        RTS SQD | - | EN_SQD_ASYNC_NOTIFY | - | EN_SQD_ASYNC_NOTIFY | - | EN_SQD_ASYNC_NOTIFY
        SQD RTS | - | CUR_STATE ALT_PATH ACCESS_FLAGS MIN_RNR_TIMER PATH_MIG_STATE \
        | - | CUR_STATE ALT_PATH ACCESS_FLAGS PATH_MIG_STATE | - | CUR_STATE QKEY
        SQD SQD | - | PORT AV TIMEOUT RETRY_CNT RNR_RETRY MAX_QP_RD_ATOMIC MAX_DEST_RD_ATOMIC ALT_PATH ACCESS_FLAGS \
        PKEY_INDEX MIN_RNR_TIMER PATH_MIG_STATE | - | AV ALT_PATH ACCESS_FLAGS PKEY_INDEX PATH_MIG_STATE \
        | - | PKEY_INDEX QKEY
        SQE RTS | x | x | - | CUR_STATE ACCESS_FLAGS | - | CUR_STATE QKEY
        """;

    /** The kernel's names beside ours; an empty one is not offered. */
    private static final Map<String, String> LABELS = Map.ofEntries(
        Map.entry("PKEY_INDEX", "pkey_index"), Map.entry("PORT", "port_num"),
        Map.entry("ACCESS_FLAGS", "qp_access_flags"), Map.entry("QKEY", "qkey"), Map.entry("AV", "dgid"),
        Map.entry("PATH_MTU", "path_mtu"), Map.entry("DEST_QPN", "dest_qp_num"), Map.entry("RQ_PSN", "rq_psn"),
        Map.entry("MAX_DEST_RD_ATOMIC", "max_dest_rd_atomic"), Map.entry("MIN_RNR_TIMER", "min_rnr_timer"),
        Map.entry("SQ_PSN", "sq_psn"), Map.entry("TIMEOUT", "timeout"), Map.entry("RETRY_CNT", "retry_cnt"),
        Map.entry("RNR_RETRY", "rnr_retry"), Map.entry("MAX_QP_RD_ATOMIC", "max_rd_atomic"),
        Map.entry("ALT_PATH", ""), Map.entry("PATH_MIG_STATE", ""), Map.entry("EN_SQD_ASYNC_NOTIFY", ""));

    private static final Map<QpType, Map<String, Row>> ROWS = new EnumMap<>(QpType.class);

    static
    {
        for (final QpType type : QpType.values())
        {
            ROWS.put(type, rows(type));
        }
    }

    private ExpectedTransitions()
    {
    }

    /** Bits of attributes, and whether {@code cur_qp_state} is among the optional ones. */
    public record Row(int required, int optional, boolean isCurrentAllowed)
    {
        /** What lacks beside these bits: an address vector is not complete without the peer's address. */
        public int missing(final int mask)
        {
            final int sgidIndex = QpAttribute.SGID_INDEX.bit();
            final int dgid = QpAttribute.DGID.bit();
            return (required | ((mask & optional & sgidIndex) != 0 ? dgid : 0)) & ~mask;
        }
    }

    /** Null when there is no such transition. */
    public static Row find(final QpType type, final QpState current, final QpState next)
    {
        return ROWS.get(type).get(current + " " + next);
    }

    private static Map<String, Row> rows(final QpType type)
    {
        final Map<String, Row> rows = new HashMap<>();
        ARCS.lines().map(line -> line.split(" +")).forEach(words -> Arrays.stream(words).skip(1)
            .filter(next -> next.equals("RESET") || next.equals("ERR"))
            .forEach(next -> rows.put(words[0] + " " + next, new Row(0, 0, false))));
        MASKS.lines().map(line -> line.split(" *\\| *")).forEach(columns ->
        {
            final String required = columns[1 + 2 * type.ordinal()];
            final String optional = columns[2 + 2 * type.ordinal()];
            if (!required.equals("x"))
            {
                // Of an address vector (AV) all but the peer's address may be left out.
                final boolean hasVector = Arrays.asList((required + ' ' + optional).split(" +")).contains("AV");
                rows.put(columns[0], new Row(
                    bits(required),
                    bits(optional) | (hasVector ? QpAttribute.SGID_INDEX.bit() : 0),
                    optional.contains("CUR_STATE")));
            }
        });
        requireArcs(rows, type);
        return rows;
    }

    /** The two texts agree on which arcs there are. */
    private static void requireArcs(final Map<String, Row> rows, final QpType type)
    {
        final long arcs = ARCS.lines().mapToLong(line -> line.split(" +").length - 1).sum();
        final int missing = type == QpType.RC ? 1 : 0;
        if (rows.size() != arcs - missing)
        {
            throw new IllegalStateException(rows.size() + " rows and " + arcs + " arcs of " + type);
        }
    }

    private static int bits(final String names)
    {
        int bits = 0;
        for (final String name : names.split(" +"))
        {
            final String label = name.equals("-") || name.equals("CUR_STATE") ? "" : LABELS.get(name);
            if (!label.isEmpty())
            {
                bits |= QpAttribute.byLabel(label).bit();
            }
        }
        return bits;
    }
}
