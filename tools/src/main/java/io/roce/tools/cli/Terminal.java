package io.roce.tools.cli;

/** Whether people look on. The JVM cannot tell for each stream, so the launcher does. */
public final class Terminal
{
    /** System property with the numbers of the standard streams that are terminals: {@code 1,2}. */
    public static final String PROPERTY = "roce.terminals";

    private Terminal()
    {
    }

    public static boolean isOutput()
    {
        return System.getProperty(PROPERTY, "").contains("1");
    }

    public static boolean isError()
    {
        return System.getProperty(PROPERTY, "").contains("2");
    }
}
