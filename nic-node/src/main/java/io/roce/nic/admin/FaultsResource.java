package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.error.NumberForm;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultFigures;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code /v1/faults}: the fault rules and what each has done, and others in their place. */
final class FaultsResource
{
    private static final String RULES = "rules";
    private static final String SEED = "seed";
    private static final String CAPACITY = "capacity";

    private final Lanes lanes;

    FaultsResource(final Lanes lanes)
    {
        this.lanes = lanes;
    }

    CompletableFuture<Answer> show()
    {
        return lanes.onEach(State::of).thenApply(FaultsResource::answer);
    }

    /** Answers as {@link #show} would right after it. Each lane has the rules for itself, and counts for itself. */
    CompletableFuture<Answer> replace(final Route.Call call) throws Refusal
    {
        final FaultConfig config = config(JsonBody.read(call.body(), List.of(RULES, SEED, CAPACITY)));
        // Asked of all lanes by the admin loop alone, so that no other request comes in between.
        final CompletableFuture<Void> replaced = lanes.replaceFaults(config);
        return show().thenCombine(replaced, (answer, done) -> answer);
    }

    /** The rules that a lane has, and what each has done. */
    private record State(FaultConfig config, List<FaultFigures> figures)
    {
        static State of(final Lane lane)
        {
            return new State(lane.faults().config(), lane.faults().figures());
        }
    }

    /** Figures of all lanes are added; what the first lane has is what was asked for. */
    private static Answer answer(final List<State> lanes)
    {
        final FaultConfig config = lanes.get(0).config();
        final List<FaultFigures> sums = new ArrayList<>(lanes.get(0).figures());
        for (final State lane : lanes.subList(1, lanes.size()))
        {
            for (int i = 0; i < sums.size(); i++)
            {
                sums.set(i, sums.get(i).plus(lane.figures().get(i)));
            }
        }
        return Answer.ok(json -> write(json, config, sums));
    }

    private static FaultConfig config(final JsonBody body) throws Refusal
    {
        final List<FaultRule> rules = new ArrayList<>();
        for (final String text : body.texts(RULES))
        {
            rules.add(rule(text));
        }
        final long seed = body.has(SEED) ?
            body.integer(SEED, Long.MIN_VALUE, Long.MAX_VALUE, NumberForm.DECIMAL) :
            FaultConfig.NONE.seed();
        final int capacity = body.has(CAPACITY) ?
            (int)body.integer(CAPACITY, 1, FaultConfig.MAX_CAPACITY, NumberForm.DECIMAL) :
            FaultConfig.DEFAULT_CAPACITY;
        try
        {
            return new FaultConfig(rules, seed, capacity);
        }
        catch (final IllegalArgumentException e)
        {
            throw new Refusal(AdminErrorCode.CONTRADICTION, e.getMessage()).with("field", RULES);
        }
    }

    private static FaultRule rule(final String text) throws Refusal
    {
        try
        {
            return FaultRule.parse(text);
        }
        catch (final IllegalArgumentException e)
        {
            throw new Refusal(AdminErrorCode.SYNTAX, RULES + ": " + e.getMessage())
                .with("field", RULES)
                .with("value", JsonBody.shown(text));
        }
    }

    private static void write(final JsonGenerator json, final FaultConfig config, final List<FaultFigures> figures)
        throws IOException
    {
        json.writeStartObject();
        json.writeNumberField(SEED, config.seed());
        json.writeNumberField(CAPACITY, config.capacity());
        json.writeArrayFieldStart(RULES);
        for (final FaultFigures rule : figures)
        {
            json.writeStartObject();
            json.writeStringField("rule", rule.rule().toString());
            json.writeNumberField("seen", rule.seen());
            json.writeNumberField("matched", rule.matched());
            json.writeNumberField("unapplied", rule.unapplied());
            json.writeNumberField("held", rule.held());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
