package io.roce.nic.lab;

import io.roce.nic.work.WcStatus;

import java.util.ArrayList;
import java.util.List;

/** How it ended at both ends: the status of each completion, in their order, and the state of the queue pair. */
record Outcome(
    List<WcStatus> requester,
    String requesterState,
    List<WcStatus> responder,
    String responderState)
{
    Outcome withRequester(final WcStatus... statuses)
    {
        return new Outcome(List.of(statuses), requesterState, responder, responderState);
    }

    Outcome withResponder(final String state, final WcStatus... statuses)
    {
        return new Outcome(requester, requesterState, List.of(statuses), state);
    }

    /** Each run of one status as one. */
    Outcome withoutRepetition()
    {
        final List<WcStatus> runs = new ArrayList<>();
        for (final WcStatus status : requester)
        {
            if (runs.isEmpty() || runs.get(runs.size() - 1) != status)
            {
                runs.add(status);
            }
        }
        return new Outcome(runs, requesterState, responder, responderState);
    }
}
