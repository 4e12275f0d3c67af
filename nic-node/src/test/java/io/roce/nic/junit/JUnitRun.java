package io.roce.nic.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/** Runs a test class inside a test. */
public final class JUnitRun
{
    private final SummaryGeneratingListener listener = new SummaryGeneratingListener();

    public JUnitRun(final Class<?> testClass)
    {
        final LauncherDiscoveryRequest request =
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(testClass)).build();
        LauncherFactory.create().execute(request, listener);
    }

    public long succeeded()
    {
        return listener.getSummary().getTestsSucceededCount();
    }

    public List<Throwable> failures()
    {
        return listener.getSummary().getFailures().stream().map(Failure::getException).toList();
    }
}
