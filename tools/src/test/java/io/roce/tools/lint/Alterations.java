package io.roce.tools.lint;

import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * Alters recordings in which nothing goes wrong, one thing at a time, and counts what lint makes of it. Whether a
 * change leaves a trace is told by the packets, never by lint.
 */
final class Alterations
{
    private static final long SEED = 0xA17E2A71L;
    /** Frames of which one has a bit of a field flipped. */
    private static final int EVERY = 3;

    private static final int WHOLE = 65_535;
    private static final int SNAP_LENGTH = 60;
    private static final int PORT = 0xD1A7;

    private static final Set<FindingCode> LOSS = EnumSet.of(
        FindingCode.NOT_CAPTURED, FindingCode.PSN_GAP, FindingCode.DATAGRAM_GAP, FindingCode.UNANSWERED,
        FindingCode.RESPONSE_GAP, FindingCode.RESPONSE_UNMATCHED, FindingCode.MESSAGE_START,
        FindingCode.MESSAGE_ABANDONED);

    private final Random random = new Random(SEED);
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Path file;
    private final List<Path> recordings;

    /**
     * @param file       that altered recordings are written to.
     * @param recordings in which nothing goes wrong.
     */
    Alterations(final Path file, final List<Path> recordings)
    {
        this.file = file;
        this.recordings = recordings;
    }

    /** What came of one kind of change. */
    static final class Row
    {
        final boolean isTraceLeft;
        int altered;
        int named;
        int findings;
        int falseFindings;
        final List<String> missed = new ArrayList<>();
        final List<String> wrong = new ArrayList<>();

        Row(final boolean isTraceLeft)
        {
            this.isTraceLeft = isTraceLeft;
        }
    }

    Map<String, Row> run() throws IOException
    {
        for (final Field field : Field.values())
        {
            row("one bit flipped: " + field.label, field.names.length > 0);
        }
        for (final Path recording : recordings)
        {
            final String name = recording.getFileName().toString();
            final Recorded recorded = Recorded.read(recording);
            final Set<String> before = keys(recorded.lint(file, WHOLE));
            for (int i = 0; i < recorded.size(); i++)
            {
                for (final Field field : Field.values())
                {
                    flip(name, recorded, before, i, field);
                }
                drop(name, recorded, before, i);
                twice(name, recorded, before, i);
                swap(name, recorded, before, i);
                withoutIcrc(name, recorded, before, i);
                checkSequences(name, recorded, before, i);
            }
            rewriteSource(name, recorded, before);
            rewritePort(name, recorded, before);
            translate(name, recorded, before);
            snap(name, recorded, before);
        }
        return rows;
    }

    private Row row(final String kind, final boolean isTraceLeft)
    {
        return rows.computeIfAbsent(kind, k -> new Row(isTraceLeft));
    }

    private void flip(
        final String name, final Recorded recorded, final Set<String> before, final int i, final Field field)
        throws IOException
    {
        final int[] place = field.place(recorded, i);
        if (place[1] == 0 || i % EVERY != field.ordinal() % EVERY)
        {
            return;
        }
        final Recorded altered = recorded.copy();
        final int bit = random.nextInt(8 * place[1]);
        altered.frames.get(i)[place[0] + bit / 8] ^= (byte)(1 << bit % 8);
        judge(row("one bit flipped: " + field.label, field.names.length > 0),
            name + " " + (i + 1) + " bit " + bit, before,
            altered.lint(file, WHOLE), Set.of(i + 1L), Set.of(field.names), field.also());
    }

    private void drop(final String name, final Recorded recorded, final Set<String> before, final int i)
        throws IOException
    {
        if (recorded.isManagement(i))
        {
            return;
        }
        final Recorded altered = recorded.copy();
        altered.frames.remove(i);
        altered.times.remove(i);
        final boolean isTraced = isMissed(recorded, i);
        final String kind =
            isTraced ? "frame dropped" : "frame dropped: a later answer covers it, or nobody tells of it";
        judge(row(kind, isTraced),
            name + " " + (i + 1), Set.of(), altered.lint(file, WHOLE), null, LOSS, LOSS);
    }

    /** Whether the frames that are left tell that one is missing. */
    private static boolean isMissed(final Recorded recorded, final int i)
    {
        final Opcode opcode = recorded.opcode(i);
        if (opcode == Opcode.RC_ACKNOWLEDGE)
        {
            return !isFollowed(recorded, i, false);
        }
        if (opcode.transport() != TransportType.UD)
        {
            return true;
        }
        return isFollowed(recorded, i, true) && isPreceded(recorded, i);
    }

    /** Whether a later packet of its kind, request or answer, goes the same way. */
    private static boolean isFollowed(final Recorded recorded, final int i, final boolean isRequest)
    {
        for (int j = i + 1; j < recorded.size(); j++)
        {
            if (recorded.isSameDirection(i, j) && recorded.opcode(j).isRequest() == isRequest &&
                recorded.destQp(i) == recorded.destQp(j))
            {
                return true;
            }
        }
        return false;
    }

    private static boolean isPreceded(final Recorded recorded, final int i)
    {
        for (int j = 0; j < i; j++)
        {
            if (recorded.isSameDirection(i, j) && recorded.destQp(i) == recorded.destQp(j))
            {
                return true;
            }
        }
        return false;
    }

    private void twice(final String name, final Recorded recorded, final Set<String> before, final int i)
        throws IOException
    {
        final Recorded altered = recorded.copy();
        altered.frames.add(i, altered.frames.get(i).clone());
        altered.times.add(i, altered.times.get(i));
        final Set<FindingCode> names = EnumSet.of(FindingCode.DUPLICATE);
        judge(row("frame doubled", true), name + " " + (i + 1), null, altered.lint(file, WHOLE), Set.of(i + 2L), names,
            Set.of());
    }

    private void swap(final String name, final Recorded recorded, final Set<String> before, final int i)
        throws IOException
    {
        if (i + 1 == recorded.size() || recorded.isManagement(i) || recorded.isManagement(i + 1) ||
            recorded.times.get(i + 1) - recorded.times.get(i) > RepeatCause.PROMPT_NS)
        {
            return;
        }
        final Recorded altered = recorded.copy();
        Collections.swap(altered.frames, i, i + 1);
        final boolean isTraced = recorded.isSameDirection(i, i + 1) ?
            recorded.opcode(i).isRequest() == recorded.opcode(i + 1).isRequest() :
            recorded.opcode(i).isRequest() && !recorded.opcode(i + 1).isRequest() &&
                recorded.psn(i) == recorded.psn(i + 1);
        final Set<FindingCode> names = isTraced ? EnumSet.of(FindingCode.REORDERED) : Set.of();
        // The first packets of a flow: what comes first is all that there is to be out of order with.
        final Set<FindingCode> also = EnumSet.of(FindingCode.MESSAGE_START, FindingCode.RESPONSE_UNMATCHED);
        judge(row(isTraced ? "two frames swapped" : "two frames swapped that do not depend on each other", isTraced),
            name + " " + (i + 1), before, altered.lint(file, WHOLE), Set.of(i + 1L, i + 2L),
            isTraced ? EnumSet.of(FindingCode.REORDERED, FindingCode.RESPONSE_UNMATCHED) : names, also);
    }

    private void withoutIcrc(final String name, final Recorded recorded, final Set<String> before, final int i)
        throws IOException
    {
        final Recorded altered = recorded.copy();
        final byte[] frame = Arrays.copyOf(altered.frames.get(i), altered.frames.get(i).length - 4);
        altered.frames.set(i, frame);
        final ByteBuffer fields = ByteBuffer.wrap(frame);
        final int lengthOffset = Recorded.IP_OFFSET + (recorded.isIpv6(i) ? 4 : 2);
        fields.putShort(lengthOffset, (short)(fields.getShort(lengthOffset) - 4));
        final int udp = recorded.udpOffset(i);
        fields.putShort(udp + 4, (short)(fields.getShort(udp + 4) - 4));
        altered.repairIpv4(i);
        judge(row("ICRC cut off, lengths made to fit", true), name + " " + (i + 1), before, altered.lint(file, WHOLE),
            Set.of(i + 1L), EnumSet.of(FindingCode.ICRC_MISSING, FindingCode.ICRC_WRONG), Set.of());
    }

    private void checkSequences(final String name, final Recorded recorded, final Set<String> before, final int i)
        throws IOException
    {
        if (i == 0)
        {
            return;
        }
        final Recorded altered = recorded.copy();
        for (int j = 0; j < altered.size(); j++)
        {
            final CRC32 crc = new CRC32();
            crc.update(altered.frames.get(j));
            final byte[] frame = Arrays.copyOf(altered.frames.get(j), altered.frames.get(j).length + 4);
            ByteBuffer.wrap(frame).putInt(
                frame.length - 4, Integer.reverseBytes((int)crc.getValue()) ^ (i == j ? 1 << random.nextInt(32) : 0));
            altered.frames.set(j, frame);
        }
        final List<Finding> findings = altered.lint(file, WHOLE);
        judge(row("frame check sequences added, one of them wrong", true), name + " " + (i + 1), before, findings,
            Set.of(i + 1L), EnumSet.of(FindingCode.FCS_WRONG), EnumSet.of(FindingCode.FCS_PRESENT));
        final long right = findings.stream().filter(finding -> finding.code() == FindingCode.FCS_PRESENT).count();
        if (right != altered.size() - 1)
        {
            row("frame check sequences added, one of them wrong", true).missed.add(name + ": " + right + " right ones");
        }
    }

    private void rewriteSource(final String name, final Recorded recorded, final Set<String> before)
        throws IOException
    {
        final Recorded altered = recorded.copy();
        final Set<Long> frames = new TreeSet<>();
        for (int i = 0; i < recorded.size(); i++)
        {
            if (recorded.isSameDirection(0, i))
            {
                altered.frames.get(i)[recorded.sourceOffset(i) + 1] ^= 0x55;
                altered.repairIpv4(i);
                frames.add(i + 1L);
            }
        }
        judgeAll("source address of one end rewritten", name, before, altered.lint(file, WHOLE), frames,
            EnumSet.of(FindingCode.ICRC_REWRITTEN, FindingCode.ICRC_WRONG));
    }

    private void rewritePort(final String name, final Recorded recorded, final Set<String> before) throws IOException
    {
        final Recorded altered = recorded.copy();
        final Set<Long> frames = new TreeSet<>();
        for (int i = 0; i < recorded.size(); i++)
        {
            if (recorded.isSameDirection(0, i))
            {
                ByteBuffer.wrap(altered.frames.get(i)).putShort(recorded.udpOffset(i), (short)PORT);
                frames.add(i + 1L);
            }
        }
        judgeAll("UDP source port of one end rewritten", name, before, altered.lint(file, WHOLE), frames,
            EnumSet.of(FindingCode.ICRC_REWRITTEN, FindingCode.ICRC_BIT_FLIP));
    }

    /** One end behind a translator of addresses: its address is another in both directions. */
    private void translate(final String name, final Recorded recorded, final Set<String> before) throws IOException
    {
        final Recorded altered = recorded.copy();
        final Set<Long> frames = new TreeSet<>();
        for (int i = 0; i < recorded.size(); i++)
        {
            final int offset = recorded.isSameDirection(0, i) ?
                recorded.sourceOffset(i) : recorded.destinationOffset(i);
            altered.frames.get(i)[offset] ^= 0x2A;
            altered.frames.get(i)[offset + 2] ^= 0x33;
            altered.repairIpv4(i);
            frames.add(i + 1L);
        }
        judgeAll("address of one end translated in both directions", name, null, altered.lint(file, WHOLE), frames,
            EnumSet.of(FindingCode.ICRC_REWRITTEN, FindingCode.ICRC_WRONG));
    }

    private void snap(final String name, final Recorded recorded, final Set<String> before) throws IOException
    {
        final Set<Long> frames = new TreeSet<>();
        for (int i = 0; i < recorded.size(); i++)
        {
            if (recorded.frames.get(i).length > SNAP_LENGTH)
            {
                frames.add(i + 1L);
            }
        }
        judgeAll("frames snapped to " + SNAP_LENGTH + " bytes", name, null, recorded.lint(file, SNAP_LENGTH), frames,
            EnumSet.of(FindingCode.FRAME_CUT));
    }

    /** Each of several frames must be named. */
    private void judgeAll(
        final String kind,
        final String name,
        final Set<String> before,
        final List<Finding> findings,
        final Set<Long> frames,
        final Set<FindingCode> names)
    {
        final Row row = row(kind, true);
        final Set<Long> named = new HashSet<>();
        for (final Finding finding : findings)
        {
            if (before != null && before.contains(key(finding)) || isManagement(finding))
            {
                continue;
            }
            row.findings++;
            if (frames.contains(finding.frame()) && names.contains(finding.code()))
            {
                named.add(finding.frame());
            }
            else
            {
                row.falseFindings++;
                row.wrong.add(name + ": " + finding);
            }
        }
        row.altered += frames.size();
        row.named += named.size();
        frames.stream().filter(frame -> !named.contains(frame)).forEach(frame -> row.missed.add(name + " " + frame));
    }

    /**
     * @param frames where the finding must be; null for anywhere.
     * @param names  codes that name the change; none when it leaves no trace.
     * @param also   codes of findings that are true besides.
     */
    private void judge(
        final Row row,
        final String what,
        final Set<String> before,
        final List<Finding> findings,
        final Set<Long> frames,
        final Set<FindingCode> names,
        final Set<FindingCode> also)
    {
        boolean isNamed = false;
        for (final Finding finding : findings)
        {
            if (before != null && before.contains(key(finding)) || isManagement(finding))
            {
                continue;
            }
            row.findings++;
            final boolean isName =
                (frames == null || frames.contains(finding.frame())) && names.contains(finding.code());
            isNamed |= isName;
            if (!isName && !also.contains(finding.code()))
            {
                row.falseFindings++;
                row.wrong.add(what + ": " + finding.code() + " " + finding.frame() + " " + finding.detail());
            }
        }
        row.altered++;
        row.named += isNamed ? 1 : 0;
        if (!isNamed)
        {
            row.missed.add(what + ": " + findings);
        }
    }

    /** Whether a finding is of connection management: what becomes of that is not judged. */
    static boolean isManagement(final Finding finding)
    {
        return finding.code().name().startsWith("CM_");
    }

    private static Set<String> keys(final List<Finding> findings)
    {
        final Set<String> keys = new HashSet<>();
        findings.forEach(finding -> keys.add(key(finding)));
        return keys;
    }

    private static String key(final Finding finding)
    {
        return finding.code() + " " + finding.frame();
    }
}
