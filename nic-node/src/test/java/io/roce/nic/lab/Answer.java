package io.roce.nic.lab;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * What a shell says to one command.
 *
 * @param line        {@code ok key=value ...} or {@code err REASON}.
 * @param completions those that came in front of it.
 */
record Answer(String line, List<Completion> completions)
{
    boolean isOk()
    {
        return line.equals("ok") || line.startsWith("ok ");
    }

    /** Up to 64 bits, the highest of which may be set. */
    long number(final String key)
    {
        final String text = text(key);
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }

    byte[] bytes()
    {
        return HexFormat.of().parseHex(text("hex"));
    }

    private String text(final String key)
    {
        return Arrays.stream(line.split(" "))
            .filter(word -> word.startsWith(key + '='))
            .map(word -> word.substring(key.length() + 1))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no " + key + " in: " + line));
    }
}
