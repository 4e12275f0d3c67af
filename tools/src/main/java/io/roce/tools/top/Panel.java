package io.roce.tools.top;

/** What is shown of the selected node. */
enum Panel
{
    OVERVIEW('o', "overview"),
    FATES('f', "fates"),
    DROPS('d', "drops"),
    TABLE('t', "table"),
    QPS('l', "queue pairs"),
    HELP('?', "help");

    private final char key;
    private final String label;

    Panel(final char key, final String label)
    {
        this.key = key;
        this.label = label;
    }

    char key()
    {
        return key;
    }

    String label()
    {
        return label;
    }
}
