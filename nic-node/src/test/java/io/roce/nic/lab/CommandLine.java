package io.roce.nic.lab;

import java.util.HashMap;
import java.util.Map;

/** One line of the shell: {@code COMMAND [SLOT] key=value ...}; numbers may begin with 0x. */
final class CommandLine
{
    private static final int NO_SLOT = -1;

    private final String command;
    private final int slot;
    private final Map<String, String> values = new HashMap<>();

    CommandLine(final String line)
    {
        final String[] words = line.trim().split("\\s+");
        command = words[0];
        int next = 1;
        if (words.length > 1 && !words[1].contains("="))
        {
            slot = Integer.parseInt(words[1]);
            next = 2;
        }
        else
        {
            slot = NO_SLOT;
        }
        for (int i = next; i < words.length; i++)
        {
            final int sign = words[i].indexOf('=');
            if (sign < 1)
            {
                throw new IllegalArgumentException("not key=value: " + words[i]);
            }
            values.put(words[i].substring(0, sign), words[i].substring(sign + 1));
        }
    }

    String command()
    {
        return command;
    }

    /** The queue pair's place; -1 when the line has none. */
    int slot()
    {
        return slot;
    }

    String text(final String key, final String fallback)
    {
        return values.getOrDefault(key, fallback);
    }

    /** Up to 64 bits, the highest of which may be set. */
    long number(final String key, final long fallback)
    {
        final String value = values.get(key);
        if (value == null)
        {
            return fallback;
        }
        return value.startsWith("0x") ? Long.parseUnsignedLong(value.substring(2), 16) : Long.parseLong(value);
    }

    int integer(final String key, final int fallback)
    {
        return (int)number(key, fallback);
    }
}
