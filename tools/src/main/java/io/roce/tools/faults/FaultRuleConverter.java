package io.roce.tools.faults;

import io.roce.nic.fault.FaultRule;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A fault rule on the command line. */
public final class FaultRuleConverter implements ITypeConverter<FaultRule>
{
    @Override
    public FaultRule convert(final String text)
    {
        try
        {
            return FaultRule.parse(text);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }
}
