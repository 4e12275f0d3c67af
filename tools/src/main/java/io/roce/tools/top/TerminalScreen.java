package io.roce.tools.top;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ShutdownHook;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.reader.EndOfFileException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.AbstractPosixTerminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * The terminal while it is drawn on: its other screen, without cursor, every key at once. Closing it, or the end of the
 * process for whatever reason, leaves it as it was found. Drawn on by one thread.
 */
final class TerminalScreen implements AutoCloseable
{
    /** The provider that asks {@code stty}: it needs no native library, and sets nothing that it has not read. */
    private static final String PROVIDER = "exec";

    private static final Size SIZE_UNKNOWN = Size.of(80, 24);

    private static final Key QUIT = new Key(Key.Kind.QUIT, 0);

    private final AbstractPosixTerminal terminal;
    private final Attributes found;
    private final Display display;
    private final String onLeaving;
    private final ShutdownHook hook;
    private boolean isEntered;
    private boolean isLeft;

    private TerminalScreen(final AbstractPosixTerminal terminal)
    {
        this.terminal = terminal;
        found = terminal.getAttributes();
        display = new Display(terminal, true);
        onLeaving = sequence(Capability.exit_attribute_mode) + sequence(Capability.clear_screen) +
            sequence(Capability.keypad_local) + sequence(Capability.cursor_normal) +
            sequence(Capability.exit_ca_mode);
        hook = new ShutdownHook("terminal", this::leave);
    }

    /**
     * Takes the terminal over that the standard streams are.
     *
     * @return null when they are none, or one that cannot be drawn on.
     */
    static TerminalScreen open()
    {
        final Terminal terminal;
        try
        {
            terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .provider(PROVIDER)
                .graphemeCluster(false)
                .encoding(StandardCharsets.UTF_8)
                .build();
        }
        catch (final IOException | IllegalStateException e)
        {
            return null;
        }
        if (!(terminal instanceof AbstractPosixTerminal) ||
            terminal.getStringCapability(Capability.clear_screen) == null ||
            terminal.getStringCapability(Capability.cursor_up) == null)
        {
            close(terminal);
            return null;
        }
        final TerminalScreen screen = new TerminalScreen((AbstractPosixTerminal)terminal);
        try
        {
            screen.enter();
            return screen;
        }
        catch (final IOException | RuntimeException e)
        {
            screen.close();
            throw new CommandFailedException("the terminal cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * Reads keys in a thread of its own.
     *
     * @param onKey    is told of each, and of a terminal that is gone as if the user wanted to quit.
     * @param onResize when the terminal has another size.
     */
    void listen(final Consumer<Key> onKey, final Runnable onResize)
    {
        terminal.handle(Terminal.Signal.WINCH, signal -> onResize.run());
        final KeyMap<Key> keys = Key.map(terminal);
        final BindingReader reader = new BindingReader(terminal.reader());
        final Thread thread = new Thread(() -> read(reader, keys, onKey), "keys");
        thread.setDaemon(true);
        thread.start();
    }

    /** What it can show now. */
    Size size()
    {
        final Size size = terminal.getSize();
        return size.getRows() > 0 && size.getColumns() > 0 ? size : SIZE_UNKNOWN;
    }

    /** Forgets what is drawn, for another size. */
    synchronized void resize(final Size size)
    {
        display.clear();
        display.resize(size);
    }

    /**
     * Shows these lines, as many as there are rows.
     *
     * @return false when the terminal does not take them any more.
     */
    synchronized boolean draw(final List<AttributedString> lines)
    {
        if (isLeft)
        {
            return true;
        }
        display.update(lines, 0);
        return !terminal.writer().checkError();
    }

    @Override
    public void close()
    {
        hook.close();
        leave();
        close(terminal);
    }

    /** Not while it is left: what it sets last would stay. */
    private synchronized void enter() throws IOException
    {
        if (isLeft)
        {
            return;
        }
        terminal.enterRawMode();
        final Attributes raw = new Attributes(terminal.getAttributes());
        // Ctrl-C is a key like others, and Ctrl-Z none: the other screen would stay.
        raw.setLocalFlag(LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
        write(sequence(Capability.enter_ca_mode) + sequence(Capability.keypad_xmit) +
            sequence(Capability.cursor_invisible));
        isEntered = true;
        // The first look for a key changes the terminal's settings: now, and not when they are to be as they were.
        terminal.reader().peek(1);
        resize(size());
    }

    /** By what does not mind that JLine's own hook, which may run before, beside or behind this, closes it. */
    private synchronized void leave()
    {
        if (isLeft)
        {
            return;
        }
        isLeft = true;
        try
        {
            if (isEntered)
            {
                write(onLeaving);
            }
            terminal.getPty().setAttr(found);
        }
        catch (final IOException e)
        {
            // The terminal is gone, and nobody looks at it.
            return;
        }
    }

    /** Past the terminal's own writer, which does nothing any more when it is closed. */
    private static void write(final String sequences) throws IOException
    {
        new FileOutputStream(FileDescriptor.out).write(sequences.getBytes(StandardCharsets.US_ASCII));
    }

    private String sequence(final Capability capability)
    {
        final String text = terminal.getStringCapability(capability);
        return text == null ? "" : Curses.tputs(text);
    }

    private static void read(final BindingReader reader, final KeyMap<Key> keys, final Consumer<Key> onKey)
    {
        try
        {
            for (Key key = reader.readBinding(keys); key != null; key = reader.readBinding(keys))
            {
                onKey.accept(key);
            }
            onKey.accept(QUIT);
        }
        catch (final EndOfFileException | IOError e)
        {
            onKey.accept(QUIT);
        }
    }

    private static void close(final Terminal terminal)
    {
        try
        {
            terminal.close();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException("the terminal could not be left as it was", e);
        }
    }
}
