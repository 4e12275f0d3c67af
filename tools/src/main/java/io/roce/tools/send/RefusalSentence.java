package io.roce.tools.send;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.link.SendRefusals;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.Numbers;

import java.util.stream.Collectors;

/** What the system refused of what was sent, as a person and as a program read it. */
public final class RefusalSentence
{
    private RefusalSentence()
    {
    }

    /** For a person, where there was something; how many for each reason when there are several. */
    public static String of(final SendRefusals refusals)
    {
        final String first = IoSentence.of(refusals.first());
        return "the system refused " + Numbers.count(refusals.count()) + " more" + (refusals.byReason().size() == 1 ?
            ": " + first :
            " (" + refusals.byReason().entrySet().stream()
                .map(reason -> Numbers.count(reason.getValue()) + ' ' + reason.getKey().label())
                .collect(Collectors.joining(", ")) + "), the first: " + first);
    }

    /** For a program. */
    public static void put(final SendRefusals refusals, final ObjectNode json)
    {
        json.put("refused", refusals.count())
            .put("refused_because", refusals.first() == null ? null : IoSentence.of(refusals.first()));
        final ObjectNode reasons = json.putObject("refused_by_reason");
        refusals.byReason().forEach((reason, count) -> reasons.put(reason.label(), count));
    }
}
