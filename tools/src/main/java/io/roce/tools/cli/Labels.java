package io.roce.tools.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of a closed list, written as its label; picocli takes the labels for help from the iteration. */
public abstract class Labels<T> extends ArrayList<String> implements ITypeConverter<T>
{
    private final transient List<T> values;

    protected Labels(final T[] values, final Function<T, String> label)
    {
        super(Arrays.stream(values).map(label).collect(Collectors.toList()));
        this.values = List.of(values);
    }

    @Override
    public final T convert(final String text)
    {
        final int index = indexOf(text);
        if (index < 0)
        {
            throw new TypeConversionException("'" + text + "' is not available, only " + String.join(", ", this));
        }
        return values.get(index);
    }
}
