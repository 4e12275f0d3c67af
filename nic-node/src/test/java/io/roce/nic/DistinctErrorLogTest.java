package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ResourceBundle;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class DistinctErrorLogTest
{
    private final List<Throwable> logged = Collections.synchronizedList(new ArrayList<>());
    private final DistinctErrorLog log = new DistinctErrorLog(new RecordingLogger());

    @Test
    void shouldLogAnErrorThatComesAgainOnce()
    {
        for (int i = 0; i < 1_000; i++)
        {
            log.onError(new IllegalStateException("packet " + i));
        }
        assertEquals(1, logged.size());
        assertEquals("packet 0", logged.get(0).getMessage());
    }

    @Test
    void shouldTellErrorsApartByClassAndPlace()
    {
        log.onError(new IllegalStateException());
        log.onError(new IllegalArgumentException());
        log.onError(new IllegalArgumentException());
        assertEquals(3, logged.size());
    }

    @Test
    void shouldNotLogWithoutBound()
    {
        for (int i = 0; i < 1_000; i++)
        {
            final Throwable error = new IllegalStateException();
            error.setStackTrace(new StackTraceElement[]{new StackTraceElement("Table", "get", "Table.java", i)});
            log.onError(error);
        }
        assertEquals(100, logged.size());
    }

    @Test
    void shouldLogOnceWhatSeveralLanesTellAtOnce()
    {
        for (int round = 0; round < 200; round++)
        {
            final DistinctErrorLog shared = new DistinctErrorLog(new RecordingLogger());
            logged.clear();
            IntStream.range(0, 400).parallel().forEach(i ->
            {
                final Throwable error = new IllegalStateException();
                error.setStackTrace(new StackTraceElement[]{new StackTraceElement("Table", "get", "a", i % 50)});
                shared.onError(error);
            });
            assertEquals(50, logged.size());
        }
    }

    private final class RecordingLogger implements System.Logger
    {
        @Override
        public String getName()
        {
            return "test";
        }

        @Override
        public boolean isLoggable(final Level level)
        {
            return true;
        }

        @Override
        public void log(final Level level, final ResourceBundle bundle, final String message, final Throwable thrown)
        {
            logged.add(thrown);
        }

        @Override
        public void log(final Level level, final ResourceBundle bundle, final String format, final Object... arguments)
        {
            throw new AssertionError(format);
        }
    }
}
