package io.roce.tools.cli;

/** Whether people look on. The JVM cannot tell for each stream, so the launcher does. */
public final class Terminal
{
    /** System property with the numbers of the standard streams that are terminals: {@code 1,2}. */
    public static final String PROPERTY = "roce.terminals";

    /** System property with the width of the terminal that standard output is, where it is known. */
    public static final String COLUMNS_PROPERTY = "roce.columns";

    private static final int COLUMNS_DEFAULT = 80;

    private Terminal()
    {
    }

    public static boolean isOutput()
    {
        return System.getProperty(PROPERTY, "").contains("1");
    }

    /** Characters in a line of standard output: the terminal's, 80 where it is none or does not say. */
    public static int columns()
    {
        return columns(COLUMNS_DEFAULT);
    }

    /** The same, where standard output is no terminal or does not say what is given. */
    static int columns(final int otherwise)
    {
        final int columns = Integer.getInteger(COLUMNS_PROPERTY, 0);
        return isOutput() && columns > 0 ? columns : otherwise;
    }

    public static boolean isError()
    {
        return System.getProperty(PROPERTY, "").contains("2");
    }
}
