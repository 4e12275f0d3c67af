package io.roce.tools.lint;

import io.roce.wire.opcode.TransportType;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers findings: all of them counted, by code and by conversation, and the first of each code kept. Bounded, however
 * many there are. Not thread-safe.
 */
public final class LintReport implements Findings
{
    /** Findings of each code that are kept. */
    public static final int KEPT = 1000;

    /** Conversations that findings are told apart by; those of further ones count together. */
    public static final int MAX_CONVERSATIONS = 4096;

    /** Heads the findings that are not about two ends. */
    static final String CAPTURE = "the capture";

    /** Heads those of conversations beyond {@link #MAX_CONVERSATIONS}. */
    static final String OTHERS = "other conversations";

    private final Map<FindingCode, Long> counts = new EnumMap<>(FindingCode.class);
    private final List<Finding> kept = new ArrayList<>();
    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private final Map<FindingCode, Row> captureRows = new EnumMap<>(FindingCode.class);
    private final Map<FindingCode, Row> otherRows = new EnumMap<>(FindingCode.class);

    @Override
    public void onFinding(final Finding finding)
    {
        if (counts.merge(finding.code(), 1L, Long::sum) <= KEPT)
        {
            kept.add(finding);
        }
        rows(finding.conversation()).computeIfAbsent(finding.code(), code -> new Row()).add(finding);
    }

    /** How many of each code there are; none of those with none. */
    public Map<FindingCode, Long> counts()
    {
        return counts;
    }

    /** How many of a severity or above. */
    public long count(final Severity severity)
    {
        return counts.entrySet().stream()
            .filter(entry -> entry.getKey().severity().compareTo(severity) >= 0)
            .mapToLong(Map.Entry::getValue)
            .sum();
    }

    /** The first {@link #KEPT} of each code, in the order of their frames. */
    public List<Finding> kept()
    {
        return kept.stream().sorted(Comparator.comparingLong(Finding::frame)).toList();
    }

    /** What was found of each conversation, both directions together, in the order of what was found of them first. */
    Map<String, Map<FindingCode, Row>> conversations()
    {
        final Map<String, Map<FindingCode, Row>> conversations = new LinkedHashMap<>();
        if (!captureRows.isEmpty())
        {
            conversations.put(CAPTURE, captureRows);
        }
        for (final Group group : groups.values())
        {
            final Map<FindingCode, Row> rows =
                conversations.computeIfAbsent(label(group.conversation), label -> new TreeMap<>());
            group.rows.forEach((code, row) -> rows.computeIfAbsent(code, c -> new Row()).add(row));
        }
        if (!otherRows.isEmpty())
        {
            conversations.put(OTHERS, otherRows);
        }
        return conversations;
    }

    /** A conversation's name, with the number at the sender's end where another finding's conversation tells it. */
    String label(final Conversation conversation)
    {
        if (conversation == null)
        {
            return CAPTURE;
        }
        if (conversation.sourceQp() != Conversation.UNKNOWN)
        {
            return conversation.label();
        }
        final Group same = groups.get(Key.of(conversation));
        if (same != null && same.conversation.sourceQp() != Conversation.UNKNOWN)
        {
            return same.conversation.label();
        }
        String found = null;
        for (final Group group : groups.values())
        {
            final Conversation other = group.conversation;
            if (other.transport() == conversation.transport() &&
                other.source().equals(conversation.destination()) &&
                other.destination().equals(conversation.source()) &&
                other.sourceQp() == conversation.destQp())
            {
                if (found != null)
                {
                    return conversation.label();
                }
                found = other.label();
            }
        }
        return found == null ? conversation.label() : found;
    }

    private Map<FindingCode, Row> rows(final Conversation conversation)
    {
        if (conversation == null)
        {
            return captureRows;
        }
        final Key key = Key.of(conversation);
        Group group = groups.get(key);
        if (group == null)
        {
            if (groups.size() == MAX_CONVERSATIONS)
            {
                return otherRows;
            }
            group = new Group();
            groups.put(key, group);
        }
        if (group.conversation == null || group.conversation.sourceQp() == Conversation.UNKNOWN)
        {
            group.conversation = conversation;
        }
        return group.rows;
    }

    private record Key(TransportType transport, InetAddress source, InetAddress destination, int destQp)
    {
        static Key of(final Conversation conversation)
        {
            return new Key(
                conversation.transport(), conversation.source(), conversation.destination(), conversation.destQp());
        }
    }

    private static final class Group
    {
        private final Map<FindingCode, Row> rows = new EnumMap<>(FindingCode.class);
        private Conversation conversation;
    }

    /** The findings of one code in one conversation. */
    static final class Row
    {
        static final int FRAMES = 8;

        private final List<Long> frames = new ArrayList<>(1);
        private long count;
        private String detail;

        long count()
        {
            return count;
        }

        /** The first {@link #FRAMES}. */
        List<Long> frames()
        {
            return frames;
        }

        /** Of the first. */
        String detail()
        {
            return detail;
        }

        private void add(final Finding finding)
        {
            count++;
            detail = detail == null ? finding.detail() : detail;
            if (frames.size() < FRAMES)
            {
                frames.add(finding.frame());
            }
        }

        private void add(final Row other)
        {
            count += other.count;
            final boolean isEarlier = frames.isEmpty() || other.frames.get(0) < frames.get(0);
            detail = isEarlier ? other.detail : detail;
            frames.addAll(other.frames);
            frames.sort(null);
            if (frames.size() > FRAMES)
            {
                frames.subList(FRAMES, frames.size()).clear();
            }
        }
    }
}
