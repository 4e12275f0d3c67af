package io.roce.nic.work;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

class CompletionQueuesTest
{
    private final CompletionQueues cqs = new CompletionQueues(2);

    @Test
    void shouldGiveEachQueueAHandleOfItsOwn() throws VerbsException
    {
        final CompletionQueue first = create();
        final CompletionQueue second = create();
        assertEquals(1, first.handle());
        assertEquals(2, second.handle());
        assertSame(first, cqs.get(1));

        cqs.destroyCq(first);
        refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> cqs.get(1));
        assertEquals(3, create().handle());
        assertEquals(2, cqs.size());
    }

    @Test
    void shouldKeepAQueueAsLongAsWorkQueuesCompleteThere() throws VerbsException
    {
        final CompletionQueue cq = create();
        cqs.addUse(cq);
        cqs.addUse(cq);
        cqs.removeUse(cq);
        refused(VerbsErrorCode.IN_USE, () -> cqs.destroyCq(cq));
        cqs.removeUse(cq);
        assertThrows(IllegalStateException.class, () -> cqs.removeUse(cq));
        cqs.destroyCq(cq);
        assertEquals(0, cqs.size());
    }

    @Test
    void shouldRefuseWhatIsNoneOfItsQueues() throws VerbsException
    {
        final CompletionQueue ended = create();
        cqs.destroyCq(ended);
        create();
        final CompletionQueues others = new CompletionQueues(2);
        others.createCq(1, () -> { });
        final CompletionQueue sameHandle = others.createCq(1, () -> { });
        final CompletionQueue alone = new CompletionQueue(1, () -> { });
        for (final CompletionQueue cq : new CompletionQueue[]{ended, alone, sameHandle})
        {
            refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> cqs.require(cq));
            refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> cqs.addUse(cq));
            refused(VerbsErrorCode.UNKNOWN_HANDLE, () -> cqs.destroyCq(cq));
            assertThrows(IllegalStateException.class, () -> cqs.removeUse(cq));
        }
    }

    @Test
    void shouldRefuseOneTooManyAndWhatIsOutOfRange() throws VerbsException
    {
        refused(VerbsErrorCode.OUT_OF_RANGE, () -> cqs.createCq(0, () -> { }));
        assertEquals(0, cqs.size());
        assertEquals(1, create().handle());
        create();
        refused(VerbsErrorCode.LIMIT_REACHED, this::create);
        assertThrows(IllegalArgumentException.class, () -> new CompletionQueues(0));
        assertThrows(IllegalArgumentException.class, () -> new CompletionQueues(CompletionQueues.MAX_CQS + 1));
    }

    private CompletionQueue create() throws VerbsException
    {
        return cqs.createCq(4, () -> { });
    }

    private static void refused(final VerbsErrorCode code, final Executable call)
    {
        assertEquals(code, assertThrows(VerbsException.class, call).code());
    }
}
