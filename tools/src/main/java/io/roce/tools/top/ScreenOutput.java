package io.roce.tools.top;

import io.roce.tools.cli.CommandFailedException;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;
import org.jline.terminal.Size;

/** All that is known of all nodes on a terminal, and what the user wants to see of it. */
final class ScreenOutput implements TopOutput
{
    private static final long QPS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final TopRun run;
    private final TerminalScreen terminal;
    private final Look look;
    private final NanoClock clock;
    private Size size;
    private List<NodeView> shown;
    private int selected;
    private Panel panel = Panel.OVERVIEW;
    private Panel panelBeforeHelp = Panel.OVERVIEW;
    private int scroll;
    private boolean isPaused;

    /** Behind which numbers the pages begin that were left for the next, the last one first. */
    private final Deque<Integer> pagesBefore = new ArrayDeque<>();
    private int pageAfter = QpPage.FROM_START;
    private QpPage qps;
    private boolean isAsking;
    private long askedNs;

    ScreenOutput(final TopRun run, final TerminalScreen terminal, final Look look, final NanoClock clock)
    {
        this.run = run;
        this.terminal = terminal;
        this.look = look;
        this.clock = clock;
        size = terminal.size();
        shown = run.nodes();
        terminal.listen(key -> post(() -> onKey(key)), () -> post(this::onResize));
    }

    @Override
    public void onTurn()
    {
        if (!isPaused)
        {
            shown = run.nodes();
            askForQps();
        }
        if (!terminal.draw(new TopScreen(size.getRows(), size.getColumns(), look).lines(view())))
        {
            run.end();
        }
    }

    private TopView view()
    {
        return new TopView(shown, selected, panel, scroll, isPaused, qps);
    }

    private void onResize()
    {
        size = terminal.size();
        terminal.resize(size);
    }

    private void onKey(final Key key)
    {
        final TopScreen screen = new TopScreen(size.getRows(), size.getColumns(), look);
        final int page = Math.max(1, screen.panelRows(view()) - 1);
        switch (key.kind())
        {
            case QUIT -> run.end();
            case PAUSE -> isPaused = !isPaused;
            case NODE -> select(Math.min(key.argument(), shown.size() - 1));
            case NODE_STEP -> select(Math.floorMod(selected + key.argument(), shown.size()));
            case ROWS -> scroll(screen, key.argument());
            case PAGES ->
            {
                if (panel == Panel.QPS)
                {
                    turnPage(key.argument());
                }
                else
                {
                    scroll(screen, key.argument() * page);
                }
            }
            case PANEL -> choose(Panel.values()[key.argument()]);
            default -> throw new IllegalStateException("a key without a meaning: " + key);
        }
    }

    private void scroll(final TopScreen screen, final int rows)
    {
        scroll = Math.max(0, Math.min(scroll + rows, screen.scrollMax(view())));
    }

    private void select(final int node)
    {
        selected = node;
        scroll = 0;
        beginQps();
    }

    /** Help goes back to where it was asked for. */
    private void choose(final Panel wanted)
    {
        final boolean isBack = wanted == Panel.HELP && panel == Panel.HELP;
        if (wanted == Panel.HELP && !isBack)
        {
            panelBeforeHelp = panel;
        }
        panel = isBack ? panelBeforeHelp : wanted;
        scroll = 0;
        beginQps();
    }

    private void beginQps()
    {
        pagesBefore.clear();
        turnTo(QpPage.FROM_START);
    }

    private void turnPage(final int step)
    {
        if (step > 0 && qps != null && qps.next() != QpPage.NO_MORE)
        {
            pagesBefore.push(pageAfter);
            turnTo(qps.next());
        }
        else if (step < 0 && !pagesBefore.isEmpty())
        {
            turnTo(pagesBefore.pop());
        }
    }

    private void turnTo(final int after)
    {
        pageAfter = after;
        askedNs = clock.nanoTime() - QPS_INTERVAL_NS;
        qps = QpPage.without(selected, after, "asked for");
    }

    private void askForQps()
    {
        if (panel == Panel.QPS && !isAsking && clock.nanoTime() - askedNs >= QPS_INTERVAL_NS)
        {
            isAsking = true;
            askedNs = clock.nanoTime();
            final int rows = Math.max(1,
                new TopScreen(size.getRows(), size.getColumns(), look).panelRows(view()) - 1 - QpLines.headRows());
            QpRequests.ask(
                run.client(selected), selected, pageAfter, rows, page -> post(() -> onQps(page)));
        }
    }

    private void onQps(final QpPage page)
    {
        isAsking = false;
        if (page.node() == selected && page.after() == pageAfter && !isPaused)
        {
            qps = page;
        }
    }

    private void post(final Runnable task)
    {
        try
        {
            run.post(task);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted", e);
        }
    }
}
