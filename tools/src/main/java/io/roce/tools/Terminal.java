package io.roce.tools;

/** Whether people look on. The JVM cannot tell for each stream, so the launcher does. */
final class Terminal
{
    /** System property with the numbers of the standard streams that are terminals: {@code 1,2}. */
    static final String PROPERTY = "roce.terminals";

    private Terminal()
    {
    }

    static boolean isOutput()
    {
        return System.getProperty(PROPERTY, "").contains("1");
    }

    static boolean isError()
    {
        return System.getProperty(PROPERTY, "").contains("2");
    }
}
