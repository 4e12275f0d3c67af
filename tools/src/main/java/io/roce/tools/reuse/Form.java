package io.roce.tools.reuse;

/** What a closed form says of a figure. */
enum Form
{
    /** The figure, of a pool of any size. */
    EXACT("exact"),
    /** The figure, of a pool without end; of a finite one nearly. */
    LARGE_POOL("large-pool"),
    /** That it is no larger. */
    BOUND("bound"),
    /** Nothing. */
    NONE("none");

    private final String label;

    Form(final String label)
    {
        this.label = label;
    }

    /** As in CSV. */
    String label()
    {
        return label;
    }
}
