package io.roce.tools.cli;

import java.util.Comparator;
import java.util.List;

/** What somebody may have meant who typed a name that there is not. */
public final class NearNames
{
    private static final int MOST = 3;

    private NearNames()
    {
    }

    /**
     * Up to three: those that contain what was typed, in their order; where none does, the fewest edits away first.
     *
     * @param mostEdits names that are further away are left out.
     */
    public static List<String> of(final String typed, final List<String> names, final int mostEdits)
    {
        final List<String> containing = typed.isBlank() ? List.of() :
            names.stream().filter(name -> name.contains(typed)).limit(MOST).toList();
        return !containing.isEmpty() ? containing :
            names.stream()
                .filter(name -> edits(typed, name) <= mostEdits)
                .sorted(Comparator.comparingInt(name -> edits(typed, name)))
                .limit(MOST)
                .toList();
    }

    /** Characters to put in, take out or replace. */
    private static int edits(final String one, final String other)
    {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++)
        {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++)
        {
            final int[] next = new int[row.length];
            next[0] = i;
            for (int j = 1; j < row.length; j++)
            {
                final int replaced = row[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replaced, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[other.length()];
    }
}
