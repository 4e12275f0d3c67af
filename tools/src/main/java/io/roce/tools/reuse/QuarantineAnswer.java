package io.roce.tools.reuse;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.tools.cli.Numbers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the study comes to, in words with its numbers. */
final class QuarantineAnswer
{
    /** The part of creates that may be refused. */
    private static final double REFUSABLE = 0.001;

    private static final double YEAR = 365.25 * 24 * 3_600;
    private static final int MOST_NUMBERS = 1 << 24;

    private final QuarantineStudy study;
    private final Scenario base;
    private final double longest;
    private final List<String> sentences = new ArrayList<>();

    private QuarantineAnswer(final QuarantineStudy study, final Scenario base)
    {
        this.study = study;
        this.base = base;
        longest = study.cells().stream().mapToDouble(cell -> cell.scenario().delay().max()).max().orElseThrow();
    }

    static List<String> of(final QuarantineStudy study, final Scenario base)
    {
        final QuarantineAnswer answer = new QuarantineAnswer(study, base);
        answer.howLong();
        answer.atOnce();
        answer.whereSafe();
        answer.whereNot();
        answer.reset();
        answer.proof();
        return answer.sentences;
    }

    private void howLong()
    {
        final double refused = lost(base.pool(), longest);
        final String place = "With %s creates a second, %,d numbers and %,d live queue pairs in the mean".formatted(
            number(base.churn()), base.pool(), base.startLive());
        if (refused <= REFUSABLE)
        {
            say("%s: hold numbers for %s, as long as the latest stale packet takes. Nothing is delivered wrongly " +
                "then, and "
                + "%s of creates are refused.", place, seconds(longest), part(refused));
            return;
        }
        final double affordable = affordable();
        say("%s: %s, as long as the latest stale packet takes, cannot be afforded: %s of creates would be refused. " +
            "It " +
            "takes %s numbers to refuse no more than %s.", place, seconds(longest), part(refused),
            poolFor(longest), part(REFUSABLE));
        say("With this pool %s is what refuses no more than %s. Then %s of stale packets are delivered wrongly in " +
            "random " +
            "order; without a quarantine it is %s.", seconds(affordable), part(REFUSABLE),
            part(predicted(base.holdFor(affordable))), part(predicted(base)));
    }

    private void atOnce()
    {
        final double[] churns = churns();
        say("Reuse at once, measured, at %s, %s and %s creates a second: %s with lowest, %s with random, %s with " +
            "cyclic " +
            "order of %s stale packets each are delivered to the wrong queue pair.",
            number(churns[0]), number(base.churn()), number(churns[1]), atOnce(AllocationOrder.LOWEST, churns),
            atOnce(AllocationOrder.RANDOM, churns), atOnce(AllocationOrder.CYCLIC, churns),
            Numbers.count(drawn("churn", "lowest", base.churn()).trials()));
        say("An order alone is no quarantine: cyclic holds a number for a round of the pool, which takes %s here " +
            "and the " +
            "less the higher the churn and the fuller the pool.", seconds(round()));
    }

    private void whereSafe()
    {
        final double live = live();
        final double aYear = base.churn() * live / base.peers() * Math.pow(2, -24) * YEAR;
        say("Reuse at once is safe for RC and UC where the new peer never has the old one's address: the peer " +
            "check stops " +
            "all that finds the number taken. %d peers drawn at random leave 1 in %d.", base.peers(), base.peers());
        say("It is nearly safe for RC where all 24 bits of the first PSN are drawn: 1 in 2^24 gets past that " +
            "check, here " +
            "%s a year for one stale packet from each connection. A replayed capture has as many chances as packets.",
            number(aYear));
        say("A WRITE or READ whose region ended with its queue pair is never executed, but the refused R_Key takes " +
            "the " +
            "new RC connection to ERR: %s of stale RC WRITEs did that where two bits of the PSN are drawn.",
            part(cell("guards", StalePacket.RC_WRITE.description(), 0).figures().get(Measure.KEY).value()));
    }

    private void whereNot()
    {
        say("It is not safe where the same peer comes back and connections begin at one PSN (%s of RC SENDs " +
            "delivered " +
            "wrongly with lowest), for UC, whose SENDs and WRITEs begin anew at any PSN (%s), and for UD, which " +
            "asks for " +
            "no peer but only the Q_Key (%s with as many Q_Keys as peers; all with one for all).",
            part(drawn("psn", StalePacket.RC_SEND.description(), 0).value()),
            part(drawn("guards", StalePacket.UC_SEND.description(), 0).value()),
            part(drawn("guards", StalePacket.UD_SEND.description(), 0).value()));
        final Section count = section("count");
        final Section.Point last = count.curves().get(AllocationOrder.RANDOM.ordinal()).points()
            .get(count.curves().get(0).points().size() - 1);
        say("A count does not know time: %s other numbers last %s at this churn, and leave %s of stale packets in " +
            "random " +
            "order; at 16 times the churn they last a 16th.", number(last.x()), seconds(last.x() / base.churn()),
            part(drawn("count", "random", last.x()).value()));
    }

    private void reset()
    {
        final Section section = section("comeback");
        final String curve = section.curves().get(1).label();
        final double longestHold = section.curves().get(1).points()
            .get(section.curves().get(1).points().size() - 1).x();
        say("A queue pair that goes through RESET keeps its number, so the allocator's quarantine never sees it: " +
            "%s of " +
            "stale packets are delivered wrongly when it is brought up at once, %s when INIT is refused for %s.",
            part(drawn("comeback", curve, 0).value()), part(drawn("comeback", curve, longestHold).value()),
            seconds(longestHold));
    }

    private void proof()
    {
        final List<Cell> longer = study.heldLonger();
        final long packets = longer.stream().mapToLong(cell -> cell.figures().get(Measure.WRONG).trials()).sum();
        say("In all %s cells where numbers are held longer than the latest stale packet takes, %s of %s stale " +
            "packets " +
            "were delivered wrongly.", Numbers.count(longer.size()), Numbers.count(study.wrongWhereHeldLonger()),
            Numbers.count(packets));
        final List<String> disagreeing = study.disagreeing();
        say("Of %s figures with a closed form, %s are within bounds that hold for all of them at once in 99 of 100 " +
            "studies%s.", Numbers.count(study.compared()), Numbers.count(study.compared() - disagreeing.size()),
            disagreeing.isEmpty() ? "" : "; not: " + String.join("; ", disagreeing));
    }

    private double lost(final int pool, final double hold)
    {
        return ErlangLoss.lost(pool, base.churn() * (base.lifetime() + hold));
    }

    /** The longest hold that refuses no more than may be. */
    private double affordable()
    {
        double low = 0;
        double high = longest;
        for (int i = 0; i < 60; i++)
        {
            final double middle = (low + high) / 2;
            if (lost(base.pool(), middle) <= REFUSABLE)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }

    private String poolFor(final double hold)
    {
        int low = base.pool();
        int high = MOST_NUMBERS;
        while (high - low > 1)
        {
            final int middle = (low + high) / 2;
            if (lost(middle, hold) <= REFUSABLE)
            {
                high = middle;
            }
            else
            {
                low = middle;
            }
        }
        return Numbers.count(high);
    }

    private static double predicted(final Scenario scenario)
    {
        return ClosedForms.of(scenario, new Afterlives()).get(Measure.WRONG).value();
    }

    /** How likely a stale packet finds the number taken again when the lowest is next. */
    private double live()
    {
        return drawn("churn", "lowest", base.churn()).prediction().value() * base.peers() *
            Math.pow(2, base.psnBits());
    }

    /** Seconds from one pass of the cyclic search over a number to the next. */
    private double round()
    {
        return Round.seconds(base);
    }

    private double[] churns()
    {
        final List<Section.Point> points = section("churn").curves().get(0).points();
        return new double[]{points.get(0).x(), points.get(points.size() - 1).x()};
    }

    private String atOnce(final AllocationOrder order, final double[] churns)
    {
        return part(drawn("churn", order.label(), churns[0]).value()) + ", " +
            part(drawn("churn", order.label(), base.churn()).value()) + " and " +
            part(drawn("churn", order.label(), churns[1]).value());
    }

    private Section section(final String id)
    {
        return study.sections().stream().filter(section -> section.id().equals(id)).findFirst().orElseThrow();
    }

    private Figure drawn(final String section, final String curve, final double x)
    {
        return cell(section, curve, x).drawn();
    }

    private Cell cell(final String section, final String curve, final double x)
    {
        return study.cells().stream()
            .filter(cell -> cell.section().id().equals(section) && cell.curve().equals(curve) && cell.x() == x)
            .findFirst().orElseThrow();
    }

    private void say(final String form, final Object... values)
    {
        sentences.add(form.formatted(values));
    }

    private static String seconds(final double seconds)
    {
        return seconds >= 1 ? "%.2f s".formatted(seconds) : "%.0f ms".formatted(seconds * 1_000);
    }

    /** As a percentage, with two digits that count. */
    static String part(final double part)
    {
        return part == 0 ? "0 %" :
            String.format(Locale.ROOT, part < 0.0001 ? "%.1e %%" : part < 0.001 ? "%.3f %%" :
                part < 0.01 ? "%.2f %%" : "%.1f %%", 100 * part);
    }

    private static String number(final double number)
    {
        return number == Math.rint(number) ? "%,.0f".formatted(number) : "%.3g".formatted(number);
    }
}
