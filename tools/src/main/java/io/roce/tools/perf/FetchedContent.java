package io.roce.tools.perf;

/**
 * What READs and atomics bring. The peer's memory holds for READs the message with the number of each place, and for
 * atomics how many have been done before.
 */
final class FetchedContent
{
    private FetchedContent()
    {
    }

    /** At the end that waits: makes its memory what is expected. */
    static void prepare(final PhaseEnd end)
    {
        final MessageLayout layout = end.layout();
        for (int qp = 0; qp < layout.qps(); qp++)
        {
            for (int place = 0; place < layout.inSlots(); place++)
            {
                if (end.plan().op().opcode().isAtomic())
                {
                    end.memory().putLong(layout.in(qp, place), 0);
                }
                else
                {
                    MessageContent.fill(end.memory(), layout.in(qp, place), end.size(), qp, place);
                }
            }
        }
    }

    /** At the end that measures: whether what the request with that number has brought is what was to be. */
    static boolean isRight(final PhaseEnd end, final int qp, final long number)
    {
        final int offset = end.layout().out(qp, number);
        return end.plan().op().opcode().isAtomic() ?
            end.memory().getLong(offset) == number :
            MessageContent.isWhole(
                end.memory(), offset, end.size(), qp, number % end.layout().inSlots());
    }
}
