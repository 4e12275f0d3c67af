package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/** A part of a list of things that have numbers: the first so many above one, in order. */
final class NumberedList
{
    static final String LIMIT = "limit";
    static final String AFTER = "after";

    private static final int LIMIT_DEFAULT = 100;
    private static final int LIMIT_MAX = 10_000;

    private final int limit;
    private final long after;

    /** The lowest so far, highest first, and one more to tell whether there is another part. */
    private final PriorityQueue<Long> lowest = new PriorityQueue<>(Collections.reverseOrder());

    private NumberedList(final int limit, final long after)
    {
        this.limit = limit;
        this.after = after;
    }

    /** What one of them looks like. */
    @FunctionalInterface
    interface View
    {
        Json.Content of(int number) throws VerbsException;
    }

    /** The part that a query asks for; {@code maxNumber} is the largest number that anything can have. */
    static NumberedList of(final Query query, final long maxNumber) throws Refusal
    {
        return new NumberedList(
            (int)query.integer(LIMIT, 1, LIMIT_MAX, LIMIT_DEFAULT, NumberForm.DECIMAL),
            query.integer(AFTER, 0, maxNumber, 0, NumberForm.DECIMAL));
    }

    /** Something in the list has this number. */
    void add(final long number)
    {
        if (number <= after || lowest.size() > limit && number > lowest.peek())
        {
            return;
        }
        lowest.add(number);
        if (lowest.size() > limit + 1)
        {
            lowest.poll();
        }
    }

    /** The part, and the {@code after} of the one behind it, null when there is none. Lane thread. */
    Answer answer(final String name, final View view) throws VerbsException
    {
        final List<Long> numbers = new ArrayList<>(lowest);
        Collections.sort(numbers);
        final List<Json.Content> views = new ArrayList<>();
        for (final long number : numbers.subList(0, Math.min(limit, numbers.size())))
        {
            views.add(view.of((int)number));
        }
        final Long next = numbers.size() > limit ? numbers.get(limit - 1) : null;
        return Answer.ok(json ->
        {
            json.writeStartObject();
            json.writeArrayFieldStart(name);
            for (final Json.Content item : views)
            {
                item.writeTo(json);
            }
            json.writeEndArray();
            json.writePOJOField("next", next);
            json.writeEndObject();
        });
    }
}
