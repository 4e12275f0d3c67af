package io.roce.tools.reuse;

import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.AllocationOrder;

import java.util.EnumMap;
import java.util.Map;

/** What arithmetic says of every figure of a cell. Derived in docs/quarantine.md. */
final class ClosedForms
{
    private final Scenario scenario;
    private final Afterlives afterlives;
    private final Map<Measure, Prediction> predictions = new EnumMap<>(Measure.class);

    private ClosedForms(final Scenario scenario, final Afterlives afterlives)
    {
        this.scenario = scenario;
        this.afterlives = afterlives;
    }

    static Map<Measure, Prediction> of(final Scenario scenario, final Afterlives afterlives)
    {
        final ClosedForms forms = new ClosedForms(scenario, afterlives);
        if (scenario.comeback() == Comeback.RESET)
        {
            forms.reset();
        }
        else
        {
            forms.reissue();
            forms.allocation();
        }
        return forms.predictions;
    }

    private void reset()
    {
        final Afterlife afterlife = afterlives.of(scenario);
        final double live = scenario.hold() > scenario.delay().max() ? 0 : afterlife.meanLive(scenario.delay());
        put(Measure.QUARANTINED, Form.EXACT, 0, 0);
        put(Measure.UNALLOCATED, Form.EXACT, 0, 0);
        put(Measure.STATE, Form.EXACT, 1 - live, 0);
        guards(Form.EXACT, live, 0);
        put(Measure.REFUSED, Form.EXACT, scenario.hold() > 0 ? 1 : 0, 0);
        predictions.put(Measure.WAIT, scenario.hold() > 0 ? Prediction.exact(scenario.hold()) : Prediction.NONE);
    }

    private void reissue()
    {
        final Hold hold = Hold.of(scenario);
        final double over = hold.over(scenario.delay());
        put(Measure.STATE, Form.EXACT, 0, 0);
        if (scenario.hold() > scenario.delay().max())
        {
            put(Measure.QUARANTINED, Form.EXACT, 1, 0);
            put(Measure.UNALLOCATED, Form.EXACT, 0, 0);
            guards(Form.EXACT, 0, 0);
            return;
        }
        final boolean isHeld = hold.mean() > 0;
        if (scenario.order() == AllocationOrder.LOWEST && isHeld)
        {
            predictions.put(Measure.QUARANTINED, Prediction.NONE);
            put(Measure.UNALLOCATED, Form.BOUND, over, 0);
            guards(Form.BOUND, over, 0);
            return;
        }
        final Afterlife afterlife = afterlives.of(scenario);
        final Form form =
            isHeld || scenario.order() == AllocationOrder.CYCLIC ? Form.LARGE_POOL : Form.EXACT;
        final double live = afterlife.meanLive(scenario.delay());
        final double heldAgain = afterlife.meanHeldAgain(scenario.delay());
        final double off = form == Form.EXACT ? 0 : live * fluctuation(hold);
        put(Measure.QUARANTINED, isHeld ? form : Form.EXACT, 1 - over + heldAgain, off);
        put(Measure.UNALLOCATED, form, over - live - heldAgain, off);
        guards(form, live, off);
    }

    /**
     * By what part the pool's size may put off what is said of a large one: the variance of how many numbers are free
     * over the square of their mean.
     */
    private double fluctuation(final Hold hold)
    {
        final double used = hold.rate() * (scenario.lifetime() + hold.mean());
        final double free = Math.max(1, scenario.pool() - used);
        return Math.min(1, used / (free * free));
    }

    /** What stops a packet whose number has another connection, one check after the other. */
    private void guards(final Form form, final double live, final double margin)
    {
        final QpType type = scenario.packet().type();
        final double rightPeer = 1.0 / scenario.guessedPeers();
        final double pastPeer = type == QpType.UD ? 1 : rightPeer;
        final double pastPsn = type == QpType.RC ? pastPsn() : 1;
        final double pastKey = type == QpType.UD ? rightPeer : scenario.packet().isKeyEnded() ? 0 : 1;
        put(Measure.PEER, form, live * (1 - pastPeer), margin * (1 - pastPeer));
        put(Measure.PSN, form, live * pastPeer * (1 - pastPsn), margin * pastPeer * (1 - pastPsn));
        put(Measure.KEY, form,
            live * pastPeer * pastPsn * (1 - pastKey), margin * pastPeer * pastPsn * (1 - pastKey));
        put(Measure.WRONG, form, live * pastPeer * pastPsn * pastKey, margin * pastPeer * pastPsn * pastKey);
    }

    /**
     * Of packets in a row that start at a PSN which was drawn like the one that is expected: from the one that is
     * expected on they are all taken.
     */
    private double pastPsn()
    {
        final int burst = scenario.sender().burst();
        if (burst == 1)
        {
            return Math.pow(2, -scenario.guessedPsnBits());
        }
        final double psns = Math.pow(2, scenario.psnBits());
        double taken = 0;
        for (int i = 0; i < Math.min(burst, psns); i++)
        {
            taken += (psns - i) / psns / psns * (burst - i);
        }
        return taken / burst;
    }

    /** Refusals, and how long they last: Erlang's, whatever the order is. */
    private void allocation()
    {
        final double busy = scenario.lifetime() + scenario.hold();
        put(Measure.REFUSED, Form.EXACT, ErlangLoss.lost(scenario.pool(), scenario.churn() * busy), 0);
        predictions.put(Measure.WAIT, scenario.quarantine().count() > 0 ?
            Prediction.NONE :
            Prediction.exact(ErlangLoss.meanWait(scenario.pool(), scenario.lifetime(), scenario.hold())));
    }

    private void put(final Measure measure, final Form form, final double value, final double margin)
    {
        predictions.put(measure, new Prediction(form, Math.min(1, Math.max(0, value)), margin));
    }
}
