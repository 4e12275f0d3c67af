package io.roce.nic.qp;

import java.util.Arrays;
import java.util.List;

import static io.roce.nic.qp.QpAttribute.*;
import static io.roce.nic.qp.QpState.*;
import static io.roce.nic.qp.QpType.*;

/**
 * Which states a queue pair may be taken to from which, and what each transition must and may set (IBTA Vol 1, section
 * 10.3.1; as the Linux kernel has it). Alternate paths and the notice that a send queue has drained are not offered.
 * From RTS to SQE a queue pair goes by itself and is never taken. SQE is no state of RC: its rows there are never
 * used.
 */
public final class QpTransitions
{
    private static final int STATES = QpState.values().length;
    private static final QpTransition[][][] TABLE = new QpTransition[QpType.values().length][STATES][STATES];

    static
    {
        for (final QpType type : QpType.values())
        {
            for (final QpState current : QpState.values())
            {
                row(type, current, RESET, none(), none(), false);
                if (current != RESET)
                {
                    row(type, current, ERR, none(), none(), false);
                }
            }
            row(type, RTS, SQD, none(), none(), false);
        }

        for (final QpType type : List.of(RC, UC))
        {
            final int initial = bits(PKEY_INDEX, PORT_NUM, QP_ACCESS_FLAGS);
            row(type, RESET, INIT, initial, none(), false);
            row(type, INIT, INIT, none(), initial, false);
        }

        final int connection = bits(DGID, PATH_MTU, DEST_QP_NUM, RQ_PSN);

        row(RC, INIT, RTR,
            connection | bits(MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER),
            bits(SGID_INDEX, QP_ACCESS_FLAGS, PKEY_INDEX),
            false);
        row(RC, RTR, RTS,
            bits(TIMEOUT, RETRY_CNT, RNR_RETRY, SQ_PSN, MAX_RD_ATOMIC), bits(QP_ACCESS_FLAGS, MIN_RNR_TIMER), true);
        row(RC, RTS, RTS, none(), bits(QP_ACCESS_FLAGS, MIN_RNR_TIMER), true);
        row(RC, SQD, RTS, none(), bits(QP_ACCESS_FLAGS, MIN_RNR_TIMER), true);
        row(RC, SQD, SQD,
            none(),
            bits(PORT_NUM, DGID, SGID_INDEX, TIMEOUT, RETRY_CNT, RNR_RETRY, MAX_RD_ATOMIC, MAX_DEST_RD_ATOMIC,
                QP_ACCESS_FLAGS, PKEY_INDEX, MIN_RNR_TIMER),
            false);

        row(UC, INIT, RTR, connection, bits(SGID_INDEX, QP_ACCESS_FLAGS, PKEY_INDEX), false);
        row(UC, RTR, RTS, bits(SQ_PSN), bits(QP_ACCESS_FLAGS), true);
        row(UC, RTS, RTS, none(), bits(QP_ACCESS_FLAGS), true);
        row(UC, SQD, RTS, none(), bits(QP_ACCESS_FLAGS), true);
        row(UC, SQD, SQD, none(), bits(DGID, SGID_INDEX, QP_ACCESS_FLAGS, PKEY_INDEX), false);
        row(UC, SQE, RTS, none(), bits(QP_ACCESS_FLAGS), true);

        row(UD, RESET, INIT, bits(PKEY_INDEX, PORT_NUM, QKEY), none(), false);
        row(UD, INIT, INIT, none(), bits(PKEY_INDEX, PORT_NUM, QKEY), false);
        row(UD, INIT, RTR, none(), bits(PKEY_INDEX, QKEY), false);
        row(UD, RTR, RTS, bits(SQ_PSN), bits(QKEY), true);
        row(UD, RTS, RTS, none(), bits(QKEY), true);
        row(UD, SQD, RTS, none(), bits(QKEY), true);
        row(UD, SQD, SQD, none(), bits(PKEY_INDEX, QKEY), false);
        row(UD, SQE, RTS, none(), bits(QKEY), true);
    }

    private QpTransitions()
    {
    }

    /** The transition, or null when there is none. */
    public static QpTransition find(final QpType type, final QpState current, final QpState next)
    {
        return TABLE[type.ordinal()][current.ordinal()][next.ordinal()];
    }

    /** Names of the states that can be reached from one. */
    public static List<String> allowedNext(final QpType type, final QpState current)
    {
        return Arrays.stream(QpState.values())
            .filter(next -> find(type, current, next) != null)
            .map(QpState::name)
            .toList();
    }

    private static void row(
        final QpType type,
        final QpState current,
        final QpState next,
        final int required,
        final int optional,
        final boolean isCurrentAllowed)
    {
        if (find(type, current, next) != null)
        {
            throw new IllegalStateException("two rows for " + type + " " + current + " to " + next);
        }
        TABLE[type.ordinal()][current.ordinal()][next.ordinal()] =
            new QpTransition(required, optional, isCurrentAllowed);
    }

    private static int none()
    {
        return 0;
    }

    private static int bits(final QpAttribute... attributes)
    {
        return Arrays.stream(attributes).mapToInt(QpAttribute::bit).reduce(0, (a, b) -> a | b);
    }
}
