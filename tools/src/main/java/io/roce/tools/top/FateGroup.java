package io.roce.tools.top;

import io.roce.nic.stats.Fate;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What ends are told apart by, beside each other on the right of the ledger's equation. */
enum FateGroup
{
    DELIVERED("delivered"),
    DROPPED("dropped"),

    /** Of a node that is newer than this. */
    UNKNOWN("not known here");

    private static final Map<String, Fate> FATES =
        Arrays.stream(Fate.values()).collect(Collectors.toMap(Fate::name, Function.identity()));

    private final String label;

    FateGroup(final String label)
    {
        this.label = label;
    }

    static FateGroup of(final String fate)
    {
        final Fate known = FATES.get(fate);
        return known == null ? UNKNOWN : known.isDrop() ? DROPPED : DELIVERED;
    }

    String label()
    {
        return label;
    }
}
