package io.roce.tools.qp;

import io.roce.tools.cli.Numbers;

import picocli.CommandLine.ITypeConverter;

/** How many queue pairs are made by one request: as many as a node makes at once, or none. */
public final class QpCount implements ITypeConverter<Integer>
{
    /** What a node allows, {@code max_qps_per_request} of its limits. */
    public static final int MAX = 65_536;

    @Override
    public Integer convert(final String text)
    {
        return (int)Numbers.parse(text, 1, MAX);
    }
}
