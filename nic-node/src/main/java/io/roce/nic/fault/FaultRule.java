package io.roce.nic.fault;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One fault on purpose.
 *
 * @param argument  as {@link FaultAction#argument()} has it; {@link FaultArgument#ABSENT} for none.
 * @param selection which datagrams.
 */
public record FaultRule(FaultDirection direction, FaultAction action, long argument, FaultSelection selection)
{
    /** How long {@link FaultAction#REORDER} keeps what nothing follows: 10 ms, less than peers usually wait. */
    public static final long MAX_REORDER_NS = 10_000_000;

    private static final int MAX_PARTS = 3;

    /** @throws IllegalArgumentException naming what is missing or out of range. */
    public FaultRule
    {
        if (direction == null || action == null || selection == null)
        {
            throw new IllegalArgumentException(
                (direction == null ? "direction" : action == null ? "action" : "selection") + " must be set");
        }
        final String wrong = action.argument().check(argument);
        if (wrong != null)
        {
            throw new IllegalArgumentException(action.label() + ' ' + wrong);
        }
        final boolean isDrawn = selection.isRandom() ||
            action == FaultAction.CORRUPT && argument == FaultArgument.ABSENT;
        if (selection.seed() != 0 && !isDrawn)
        {
            throw new IllegalArgumentException("there is a seed, but nothing is drawn");
        }
    }

    /**
     * Reads {@code DIRECTION:ACTION[=VALUE][:SELECTION]}: {@code out:drop}, {@code out:drop:5%},
     * {@code in:delay=2ms:10%,seed=7}, {@code out:drop:dest-qp=0x12,nth=3}, {@code out:corrupt=20.3:psn=0x10,pass=1}.
     * Without a selection the rule acts on every datagram.
     *
     * @throws IllegalArgumentException saying what is wrong with the text.
     */
    public static FaultRule parse(final String text)
    {
        final String[] parts = text.split(":", -1);
        if (parts.length < 2 || parts.length > MAX_PARTS)
        {
            throw new IllegalArgumentException(
                "'" + text + "' is not DIRECTION:ACTION or DIRECTION:ACTION:SELECTION, such as out:drop:5%");
        }

        try
        {
            final int equals = parts[1].indexOf('=');
            final FaultAction action = action(equals < 0 ? parts[1] : parts[1].substring(0, equals));
            final long argument =
                equals < 0 ? FaultArgument.ABSENT : argument(action, parts[1].substring(equals + 1));
            return new FaultRule(
                direction(parts[0]),
                action,
                argument,
                parts.length < MAX_PARTS ? FaultSelection.ALL : FaultSelection.parse(parts[2]));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new IllegalArgumentException("'" + text + "': " + ex.getMessage(), ex);
        }
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString()
    {
        final String value = argument == FaultArgument.ABSENT ? "" : '=' + action.argument().format(argument);
        final String selected = selection.toString();
        return direction.label() + ':' + action.label() + value + (selected.isEmpty() ? "" : ':' + selected);
    }

    private static FaultDirection direction(final String label)
    {
        for (final FaultDirection direction : FaultDirection.values())
        {
            if (direction.label().equals(label))
            {
                return direction;
            }
        }
        throw new IllegalArgumentException("the direction '" + label + "' is none of " + Arrays
            .stream(FaultDirection.values()).map(FaultDirection::label).collect(Collectors.joining(", ")));
    }

    private static FaultAction action(final String label)
    {
        for (final FaultAction action : FaultAction.values())
        {
            if (action.label().equals(label))
            {
                return action;
            }
        }
        throw new IllegalArgumentException("the action '" + label + "' is none of " + Arrays
            .stream(FaultAction.values()).map(FaultAction::label).collect(Collectors.joining(", ")));
    }

    /** Behind an equals sign there is a value: a text that is none must not count as one left out. */
    private static long argument(final FaultAction action, final String text)
    {
        final long argument = action.argument().parse(text);
        final String wrong = action.argument().check(argument);
        if (wrong != null)
        {
            throw new IllegalArgumentException(action.label() + ' ' + wrong + ": " + text);
        }
        return argument;
    }
}
