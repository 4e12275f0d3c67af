package io.roce.tools.rewrite;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What became of the frames of one capture, counted. Filled in by {@link FrameRewriter}. */
final class RewriteTally
{
    /** Frames read. */
    long frames;

    /** Frames that differ in some byte from what they were. */
    long changed;

    /** Frames that were not selected. */
    long unselected;

    /** Of them those that were left out. */
    long dropped;

    /** ICRCs that follow from the difference of the headers. */
    long icrcsPatched;

    /** ICRCs that were computed anew. */
    long icrcsComputed;

    /** Of those that were patched, how many were wrong and are so in the same bits. */
    long icrcsStillWrong;

    /** Frames by what was changed of them. */
    final Map<Change, Long> byChange = new EnumMap<>(Change.class);

    /** Packets that would need another ICRC and were changed without, by reason. */
    final Map<String, Long> icrcsLeft = new LinkedHashMap<>();

    /** Frames that keep what a rule is for, by what that is and by reason. */
    final Map<Change, Map<String, Long>> notChanged = new EnumMap<>(Change.class);
}
