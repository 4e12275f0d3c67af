package io.roce.tools.top;

/**
 * What is known of a node at one moment.
 *
 * @param said          why it is not live; empty when it is.
 * @param now           the last snapshot; null as long as there was none.
 * @param rates         of the last two snapshots; null as long as there are no two of one life of the node.
 * @param restarts      how often it came back with counters that start anew.
 * @param interruptions how often the stream of its snapshots was cut off.
 * @param isUnbalanced  whether a snapshot had a ledger that does not balance, be it the last one or not.
 */
record NodeView(
    String address,
    NodeState state,
    String said,
    Snapshot now,
    Rates rates,
    RateHistory history,
    int restarts,
    int interruptions,
    boolean isUnbalanced)
{
    /** Of a node that has not been heard of yet. */
    static NodeView of(final String address)
    {
        return new NodeView(address, NodeState.WAIT, "connecting", null, null, RateHistory.EMPTY, 0, 0, false);
    }

    /** After a snapshot has come. */
    NodeView with(final Snapshot snapshot)
    {
        final boolean isRestarted = now != null && !snapshot.isLaterThan(now);
        final Rates grown = now == null || isRestarted ? null : new Rates(now, snapshot);
        return new NodeView(
            address,
            NodeState.LIVE,
            "",
            snapshot,
            grown,
            isRestarted ? RateHistory.EMPTY : grown == null ? history : history.with(grown),
            restarts + (isRestarted ? 1 : 0),
            interruptions,
            isUnbalanced || !snapshot.ledger().isBalanced());
    }

    /** After it has failed to answer, or has gone away. */
    NodeView without(final NodeState newState, final String why)
    {
        return new NodeView(
            address,
            newState,
            why,
            now,
            null,
            history,
            restarts,
            interruptions + (state == NodeState.LIVE ? 1 : 0),
            isUnbalanced);
    }
}
