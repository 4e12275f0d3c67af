package io.roce.tools.top;

import org.jline.keymap.KeyMap;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;

/**
 * What the user wants.
 *
 * @param argument of nodes the index or the step, of rows and pages the step, of panels their place in the list.
 */
record Key(Kind kind, int argument)
{
    private static final int DIGITS = 9;

    /** Kinds of wishes. */
    enum Kind
    {
        QUIT, NODE, NODE_STEP, ROWS, PAGES, PAUSE, PANEL
    }

    /** Which keys of a terminal mean what. */
    static KeyMap<Key> map(final Terminal terminal)
    {
        final KeyMap<Key> keys = new KeyMap<>();
        keys.bind(new Key(Kind.QUIT, 0), "q", KeyMap.ctrl('C'));
        keys.bind(new Key(Kind.PAUSE, 0), "p");
        for (int i = 0; i < DIGITS; i++)
        {
            keys.bind(new Key(Kind.NODE, i), String.valueOf(i + 1));
        }
        for (final Panel panel : Panel.values())
        {
            keys.bind(new Key(Kind.PANEL, panel.ordinal()), String.valueOf(panel.key()));
        }
        bind(keys, terminal, new Key(Kind.NODE_STEP, 1), Capability.key_right, "\t");
        bind(keys, terminal, new Key(Kind.NODE_STEP, -1), Capability.key_left, null);
        bind(keys, terminal, new Key(Kind.ROWS, 1), Capability.key_down, "j");
        bind(keys, terminal, new Key(Kind.ROWS, -1), Capability.key_up, "k");
        bind(keys, terminal, new Key(Kind.PAGES, 1), Capability.key_npage, " ");
        bind(keys, terminal, new Key(Kind.PAGES, -1), Capability.key_ppage, "b");
        return keys;
    }

    /** Not every terminal has every key. */
    private static void bind(
        final KeyMap<Key> keys, final Terminal terminal, final Key key, final Capability named, final String other)
    {
        final String sequence = KeyMap.key(terminal, named);
        if (sequence != null)
        {
            keys.bind(key, sequence);
        }
        if (other != null)
        {
            keys.bind(key, other);
        }
    }
}
