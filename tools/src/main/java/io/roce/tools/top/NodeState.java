package io.roce.tools.top;

/** How it stands with a node, as a column of four characters. */
enum NodeState
{
    WAIT("wait"),
    LIVE("live"),
    DOWN("down"),

    /** It answers, and wants something else. */
    REFUSED("deny");

    private final String label;

    NodeState(final String label)
    {
        this.label = label;
    }

    String label()
    {
        return label;
    }
}
