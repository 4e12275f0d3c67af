package io.roce.nic.fault;

import io.roce.wire.Psn;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.Opcode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The text of a {@link FaultSelection}, taken apart. */
final class FaultSelectionTerms
{
    private static final String PERCENT = "%";
    private static final Pattern PERCENTAGE = Pattern.compile("\\d{1,3}(?:\\.\\d{1,4})?%");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,20}");
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    private static final BigDecimal PARTS_OF_PERCENT = BigDecimal.valueOf(FaultSelection.MILLION / 100);
    private static final int HEX_RADIX = 16;

    /** Each name that may stand in front of an equals sign. */
    private static final String[] NAMES =
        {"seed", "kind", "opcode", "dest-qp", "psn", "pass", "skip", "count", "nth"};

    private final String text;
    private final Map<String, String> values = new LinkedHashMap<>();

    FaultSelectionTerms(final String text)
    {
        this.text = text;
        for (final String term : text.split(",", -1))
        {
            final int equals = term.indexOf('=');
            final boolean isPercentage = term.endsWith(PERCENT);
            final String name = isPercentage ? PERCENT : equals < 0 ? term : term.substring(0, equals);
            refuse(!isPercentage && (equals < 0 || !Arrays.asList(NAMES).contains(name)),
                "has '" + term + "', which is no percentage and none of " + String.join("=, ", NAMES) + '=');
            refuse(values.put(name, isPercentage ? term : term.substring(equals + 1)) != null,
                "has two of " + (isPercentage ? "percentages" : name + '='));
        }
    }

    FaultSelection selection()
    {
        final boolean isNth = values.containsKey("nth");
        refuse(isNth && (values.containsKey("skip") || values.containsKey("count")), "has nth= beside skip= or count=");
        final long nth = number("nth", 1, FaultSelection.MAX_COUNT, 1);
        return new FaultSelection(
            partsPerMillion(),
            number("seed", 1, Long.MAX_VALUE, 0),
            kind(),
            opcode(),
            (int)number("dest-qp", 0, Qpn.MASK, FaultSelection.ANY),
            (int)number("psn", 0, Psn.MASK, FaultSelection.ANY),
            (int)number("pass", 1, FaultSelection.MAX_PASS, FaultSelection.ANY),
            isNth ? nth - 1 : number("skip", 0, FaultSelection.MAX_COUNT, 0),
            isNth ? 1 : number("count", 1, FaultSelection.MAX_COUNT, FaultSelection.MAX_COUNT));
    }

    private int partsPerMillion()
    {
        final String percentage = values.getOrDefault(PERCENT, "100%");
        final boolean isPercentage = PERCENTAGE.matcher(percentage).matches();
        final int parts = isPercentage ?
            new BigDecimal(percentage.replace(PERCENT, "")).multiply(PARTS_OF_PERCENT).intValueExact() :
            0;
        refuse(parts < 1 || parts > FaultSelection.MILLION, "has a percentage outside 0.0001% to 100%: " + percentage);
        return parts;
    }

    private PacketKind kind()
    {
        final String label = values.get("kind");
        for (final PacketKind kind : PacketKind.values())
        {
            if (kind.label().equals(label))
            {
                return kind;
            }
        }
        refuse(label != null, "has a kind that is none of request, response: " + label);
        return null;
    }

    private Opcode opcode()
    {
        final String name = values.get("opcode");
        for (final Opcode opcode : Opcode.values())
        {
            if (opcode.name().equals(name))
            {
                return opcode;
            }
        }
        refuse(name != null, "has an opcode that does not exist: " + name);
        return null;
    }

    private long number(final String name, final long min, final long max, final long absent)
    {
        final String digits = values.get(name);
        if (digits == null)
        {
            return absent;
        }

        final BigInteger number =
            DECIMAL.matcher(digits).matches() ? new BigInteger(digits) :
            HEX.matcher(digits).matches() ? new BigInteger(digits.substring(2), HEX_RADIX) :
            null;
        refuse(number == null, "has a " + name + " that is no number: " + digits);
        refuse(
            number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0,
            "has a " + name + " outside " + min + " to " + max + ": " + digits);
        return number.longValueExact();
    }

    private void refuse(final boolean isWrong, final String what)
    {
        if (isWrong)
        {
            throw new IllegalArgumentException("'" + text + "' " + what);
        }
    }
}
