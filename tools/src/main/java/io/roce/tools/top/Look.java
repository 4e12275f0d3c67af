package io.roce.tools.top;

import java.util.Map;

/** What a terminal can show. */
record Look(boolean isUnicode, boolean isColoured)
{
    /** Neither colours nor anything beyond ASCII: any terminal, and no terminal. */
    static final Look PLAIN = new Look(false, false);

    private static final String UTF_8 = "UTF-8";

    /**
     * As the environment has it: https://no-color.org, and what the locale can write.
     *
     * @param encoding of the locale.
     */
    static Look of(final Map<String, String> environment, final String encoding)
    {
        return new Look(UTF_8.equalsIgnoreCase(encoding), environment.getOrDefault("NO_COLOR", "").isEmpty());
    }
}
