package io.roce.nic.qp;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

class QpTransitionsTest
{
    private static final int QPN = 0x11;
    private static final int ALL = (1 << QpAttribute.values().length) - 1;
    private static final long SEED = 0x7AB1E;
    private static final int RANDOM_SETS_PER_CELL = 60;

    private final QpTable table = QpTableKind.TWO_LEVEL.open(0, 0xFFFFFF);
    private final QpContext context = new QpContext();
    private final QpModifier modifier = new QpModifier(SamplePorts.IPV4);

    @AfterEach
    void close()
    {
        table.close();
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldTakeOrRefuseEverySetOfAttributesInEveryCell(final QpType type)
    {
        final Random random = new Random(SEED);
        for (final QpState current : QpState.values())
        {
            for (final QpState next : QpState.values())
            {
                final ExpectedTransitions.Row row = ExpectedTransitions.find(type, current, next);
                for (final int mask : setsOfInterest(row, random))
                {
                    check(type, current, next, row, mask);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldTakeCurrentStateOnlyWhereTheRowHasItAndOnlyWhenItIsRight(final QpType type)
    {
        for (final QpState current : QpState.values())
        {
            for (final QpState next : QpState.values())
            {
                final ExpectedTransitions.Row row = ExpectedTransitions.find(type, current, next);
                for (final QpState said : QpState.values())
                {
                    if (row == null)
                    {
                        continue;
                    }

                    install(type, current);
                    final QpModification modification =
                        new QpModification(next, said, SampleAttributes.of(row.required()));
                    final String cell = type + " " + current + " to " + next + ", cur_qp_state " + said;
                    if (!row.isCurrentAllowed())
                    {
                        final VerbsException refused = refuse(modification, cell);
                        assertEquals(VerbsErrorCode.ILLEGAL_ATTRIBUTES, refused.code(), cell);
                        assertEquals(List.of("cur_qp_state"), refused.fields().get("forbidden"), cell);
                    }
                    else if (said != current)
                    {
                        final VerbsException refused = refuse(modification, cell);
                        assertEquals(VerbsErrorCode.ILLEGAL_TRANSITION, refused.code(), cell);
                        assertEquals(said.name(), refused.fields().get("cur_qp_state"), cell);
                    }
                    else
                    {
                        accept(modification, next, cell);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldTakeACallWithoutAStateAsOneToTheSameState(final QpType type)
    {
        for (final QpState current : QpState.values())
        {
            install(type, current);
            final QpModification modification = new QpModification(null, null, new QpAttributes());
            final String cell = type + " in " + current;
            if (ExpectedTransitions.find(type, current, current) == null)
            {
                assertEquals(VerbsErrorCode.ILLEGAL_TRANSITION, refuse(modification, cell).code(), cell);
            }
            else
            {
                accept(modification, current, cell);
                assertEquals(0, context.epoch(), cell);
            }
        }
    }

    @Test
    void shouldNeverBeTakenFromResetToErrOrToSqe()
    {
        for (final QpType type : QpType.values())
        {
            assertNull(QpTransitions.find(type, QpState.RESET, QpState.ERR));
            for (final QpState current : QpState.values())
            {
                assertNull(QpTransitions.find(type, current, QpState.SQE));
            }
        }
    }

    private void check(
        final QpType type,
        final QpState current,
        final QpState next,
        final ExpectedTransitions.Row row,
        final int mask)
    {
        install(type, current);
        final QpModification modification = new QpModification(next, null, SampleAttributes.of(mask));
        final String cell = type + " " + current + " to " + next + " with " + labels(mask) + ", seed " + SEED;
        if (row == null)
        {
            final VerbsException refused = refuse(modification, cell);
            assertEquals(VerbsErrorCode.ILLEGAL_TRANSITION, refused.code(), cell);
            assertEquals(current.name(), refused.fields().get("current"), cell);
            assertEquals(next.name(), refused.fields().get("next"), cell);
            assertEquals(type.name(), refused.fields().get("type"), cell);
            assertEquals(allowedNext(type, current), refused.fields().get("allowed"), cell);
            return;
        }

        final int missing = row.missing(mask);
        final int forbidden = mask & ~(row.required() | row.optional());
        if (missing == 0 && forbidden == 0)
        {
            accept(modification, next, cell);
            return;
        }

        final VerbsException refused = refuse(modification, cell);
        assertEquals(VerbsErrorCode.ILLEGAL_ATTRIBUTES, refused.code(), cell);
        assertEquals(labels(missing), refused.fields().get("missing"), cell);
        assertEquals(labels(forbidden), refused.fields().get("forbidden"), cell);
        assertEquals(current.name(), refused.fields().get("current"), cell);
        assertEquals(next.name(), refused.fields().get("next"), cell);
    }

    private void accept(final QpModification modification, final QpState next, final String cell)
    {
        try
        {
            modifier.modify(context, modification);
        }
        catch (final VerbsException ex)
        {
            throw new AssertionError(cell + ": " + ex.getMessage(), ex);
        }
        assertEquals(next, context.state(), cell);
    }

    private VerbsException refuse(final QpModification modification, final String cell)
    {
        final byte[] before = QpRecords.bytes(table, QPN);
        final VerbsException refused =
            assertThrows(VerbsException.class, () -> modifier.modify(context, modification), cell);
        assertArrayEquals(before, QpRecords.bytes(table, QPN), cell);
        return refused;
    }

    private void install(final QpType type, final QpState state)
    {
        if (table.lookup(QPN, context))
        {
            table.release(QPN);
        }
        table.install(QPN, type, 1, 0);
        table.lookup(QPN, context);
        context.apply(state, SampleAttributes.ofPort(state));
    }

    private static int[] setsOfInterest(final ExpectedTransitions.Row row, final Random random)
    {
        final int required = row == null ? 0 : row.required();
        final int optional = row == null ? 0 : row.optional();
        final List<Integer> sets = new ArrayList<>(List.of(0, ALL, required, optional, required | optional));
        for (final QpAttribute attribute : QpAttribute.values())
        {
            sets.add(required ^ attribute.bit());
            sets.add((required | optional) ^ attribute.bit());
        }
        for (int i = 0; i < RANDOM_SETS_PER_CELL; i++)
        {
            sets.add(random.nextInt(ALL + 1));
            sets.add(required | random.nextInt(ALL + 1) & optional);
        }
        return sets.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<String> labels(final int mask)
    {
        return Arrays.stream(QpAttribute.values())
            .filter(attribute -> (mask >> attribute.ordinal() & 1) != 0)
            .map(QpAttribute::label)
            .toList();
    }

    private static List<String> allowedNext(final QpType type, final QpState current)
    {
        return Arrays.stream(QpState.values())
            .filter(next -> ExpectedTransitions.find(type, current, next) != null)
            .map(QpState::name)
            .toList();
    }
}
