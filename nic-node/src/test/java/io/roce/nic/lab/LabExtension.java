package io.roce.nic.lab;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the lab when the first test asks for it, and ends it when the last one of all classes is over. */
final class LabExtension implements ExecutionCondition, ParameterResolver
{
    private static final Namespace NAMESPACE = Namespace.create(LabExtension.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(final ExtensionContext context)
    {
        final String whyNot = store(context).getOrComputeIfAbsent("whyNot", key -> whyNot(), String.class);
        return whyNot.isEmpty() ?
            ConditionEvaluationResult.enabled("the lab can run here") :
            ConditionEvaluationResult.disabled("the lab cannot run here: " + whyNot);
    }

    @Override
    public boolean supportsParameter(final ParameterContext parameter, final ExtensionContext context)
    {
        return parameter.getParameter().getType() == Lab.class;
    }

    @Override
    public Lab resolveParameter(final ParameterContext parameter, final ExtensionContext context)
    {
        return store(context).getOrComputeIfAbsent(Lab.class, key -> open(), Lab.class);
    }

    /** Of all classes; it closes what is in it. */
    private static Store store(final ExtensionContext context)
    {
        return context.getRoot().getStore(NAMESPACE);
    }

    private static String whyNot()
    {
        final String whyNot = Lab.whyNot();
        if (!whyNot.isEmpty())
        {
            System.out.println("[INFO] skipped, since the lab cannot run here: " + whyNot);
        }
        return whyNot;
    }

    private static Lab open()
    {
        try
        {
            return new Lab();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
