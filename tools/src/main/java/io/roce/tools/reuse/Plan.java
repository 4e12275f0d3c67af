package io.roce.tools.reuse;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.cli.Durations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cells of the study: around what was chosen, each section lets one thing or two be something else. */
final class Plan
{
    /** Parts of the longest delay that a number is held for; the last one is longer than any. */
    private static final double[] HOLDS = {0, 0.05, 0.1, 0.2, 0.4, 0.7, 1.01};
    private static final double[] FEW_HOLDS = {0, 0.1, 0.3, 0.6, 1.01};
    private static final double LONGER = 1.01;

    private final Scenario base;
    private final List<Delay> delays;
    private final double longest;
    private final List<Section> sections = new ArrayList<>();

    private Plan(final Scenario base, final List<Delay> delays)
    {
        this.base = base;
        this.delays = delays;
        longest = delays.stream().mapToDouble(Delay::max).max().orElseThrow();
    }

    /**
     * @param base   what was chosen; its quarantine is none and its order random.
     * @param delays what was chosen first, and others to compare it with.
     */
    static List<Section> of(final Scenario base, final List<Delay> delays)
    {
        final Plan plan = new Plan(base, delays);
        plan.churn();
        plan.hold();
        plan.order();
        plan.pressure();
        plan.pool();
        plan.count();
        plan.comeback();
        plan.sender();
        plan.guards();
        plan.psn();
        plan.longerThanAll();
        return plan.sections;
    }

    private Section section(
        final String id, final String title, final String question, final String xLabel, final boolean xIsLog,
        final Measure figure, final boolean yIsLog)
    {
        final Section section = new Section(id, title, question, xLabel, xIsLog, figure, yIsLog);
        sections.add(section);
        return section;
    }

    private void churn()
    {
        final Section section = section("churn", "Reuse at once: churn and order of allocation",
            "Without a quarantine, how much does it matter how fast queue pairs come and go, and which number is next?",
            "creates per second", true, Measure.WRONG, false);
        final double[] churns = scaled(base.churn(), 1 / 16.0, 1 / 4.0, 1, 4, 16);
        for (final AllocationOrder order : AllocationOrder.values())
        {
            section.curve(order.label(), churns, churn -> base.order(order).churn(churn));
        }
    }

    private void hold()
    {
        final Section section = section("hold", "Quarantine and how late stale packets come",
            "How long must a number be held, when stale packets come that late?",
            "quarantine, seconds", false, Measure.WRONG, false);
        for (final Delay delay : delays)
        {
            section.curve(delay.label() + ", random", scaled(longest, HOLDS), hold -> base.delay(delay).holdFor(hold));
        }
    }

    private void order()
    {
        final Section section = section("order", "Quarantine and order of allocation",
            "Does the order of allocation do what a quarantine does?",
            "quarantine, seconds", false, Measure.WRONG, false);
        for (final AllocationOrder order : AllocationOrder.values())
        {
            section.curve(order.label(), scaled(longest, HOLDS), hold -> base.order(order).holdFor(hold));
        }
    }

    private void pressure()
    {
        for (final Measure figure : new Measure[]{Measure.REFUSED, Measure.WAIT})
        {
            final Section section = section(
                figure == Measure.REFUSED ? "refused" : "wait",
                figure == Measure.REFUSED ? "What a quarantine costs: creates refused" :
                    "What a quarantine costs: time to the next number",
                figure == Measure.REFUSED ? "Which part of creates finds no number, since all live or are held back?" :
                    "How long after a refusal is a number free?",
                "live queue pairs, part of the pool", false, figure, false);
            for (final double part : new double[]{0, 0.3, LONGER})
            {
                section.curve(
                    part == 0 ? "no quarantine" : seconds(part * longest),
                    new double[]{0.25, 0.5, 0.75, 0.9, 0.97},
                    pressure -> base.order(AllocationOrder.CYCLIC).pressure(pressure).holdFor(part * longest));
            }
        }
    }

    private void pool()
    {
        final Section section = section("pool", "Reuse at once: size of the pool",
            "Does a larger pool do what a quarantine does, at the same number of live queue pairs?",
            "numbers in the pool", true, Measure.WRONG, false);
        final double live = base.pool() * base.pressure();
        for (final AllocationOrder order : AllocationOrder.values())
        {
            final int least = (int)Math.ceil(live / 0.9);
            section.curve(order.label(), new double[]{least, 2 * least, 4 * least, 8 * least},
                pool -> base.order(order).pool((int)Math.round(pool)).pressure(live / pool));
        }
    }

    private void count()
    {
        final Section section = section("count", "A number of other creates instead of a time",
            "What does it help to hold a number until so many others were handed out?",
            "other numbers handed out", false, Measure.WRONG, false);
        final double room = base.pool() * (1 - base.pressure());
        final double[] counts =
            Arrays.stream(scaled(room, 0, 0.1, 0.2, 0.35, 0.5)).map(Math::rint).distinct().toArray();
        for (final AllocationOrder order : AllocationOrder.values())
        {
            section.curve(order.label(), counts,
                count -> base.order(order).quarantine(new QuarantinePolicy(false, 0, count.longValue())));
        }
        section.curve("random, and " + seconds(0.1 * longest), counts,
            count -> base.quarantine(
                new QuarantinePolicy(false, Math.round(0.1 * longest * 1e9), count.longValue())));
    }

    private void comeback()
    {
        final Section section = section("comeback", "Destroyed and created, or through RESET",
            "A queue pair that goes through RESET keeps its number: what protects its next connection?",
            "quarantine or reset hold, seconds", false, Measure.WRONG, false);
        final Scenario scenario = base.packet().isKeyEnded() ? base.packet(StalePacket.RC_SEND) : base;
        section.curve("reissue, random", scaled(longest, FEW_HOLDS), scenario::holdFor);
        section.curve("RESET, hold refused", scaled(longest, FEW_HOLDS),
            hold -> scenario.comeback(Comeback.RESET).holdFor(hold));
    }

    private void sender()
    {
        final Section section = section("sender", "Who sends stale packets",
            "Against whom does a quarantine help?",
            "quarantine, seconds", false, Measure.WRONG, false);
        final Scenario scenario =
            base.packet().type() == StalePacket.RC_SEND.type() ? base.psnBits(Math.max(3, base.psnBits())) : base;
        for (final Sender sender : Sender.values())
        {
            section.curve(sender.label(), scaled(longest, FEW_HOLDS), hold -> scenario.sender(sender).holdFor(hold));
        }
    }

    private void guards()
    {
        final Section section = section("guards", "Which check stops what",
            "Lowest number first, no quarantine: what stops a stale packet when the number has another connection?",
            "", false, Measure.WRONG, false);
        for (final StalePacket packet : StalePacket.values())
        {
            section.curve(packet.description(), new double[]{0},
                none -> base.order(AllocationOrder.LOWEST).packet(packet).psnBits(2));
        }
    }

    private void psn()
    {
        final Section section = section("psn", "PSNs that connections start at",
            "Lowest number first, no quarantine: how much do RC's PSNs help, when so many bits of the first are drawn?",
            "bits of the first PSN that are drawn", false, Measure.WRONG, true);
        final double[] bits = {0, 2, 4, 6, 8};
        for (final StalePacket packet : new StalePacket[]{StalePacket.RC_SEND, StalePacket.UC_SEND})
        {
            section.curve(packet.description(), bits,
                count -> base.order(AllocationOrder.LOWEST).packet(packet).psnBits(count.intValue()));
        }
    }

    private void longerThanAll()
    {
        final Section section = section("longest", "A quarantine longer than the longest delay",
            "Is nothing delivered wrongly in any order, by any sender, at any delay?",
            "", false, Measure.WRONG, false);
        for (final Sender sender : Sender.values())
        {
            for (final Delay delay : sender == Sender.OLD_PEER ? delays : delays.subList(0, 1))
            {
                final Scenario scenario = base.sender(sender).delay(delay).holdFor(LONGER * delay.max());
                for (final AllocationOrder order : AllocationOrder.values())
                {
                    section.curve(sender.label() + ", " + delay.label() + ", " + order.label(), new double[]{0},
                        none -> scenario.order(order));
                }
                if (!base.packet().isKeyEnded())
                {
                    section.curve(sender.label() + ", " + delay.label() + ", RESET", new double[]{0},
                        none -> scenario.comeback(Comeback.RESET));
                }
            }
        }
    }

    static String seconds(final double seconds)
    {
        return Durations.format(Math.round(seconds * 1e9)) + " held";
    }

    private static double[] scaled(final double by, final double... values)
    {
        return Arrays.stream(values).map(value -> value * by).toArray();
    }
}
