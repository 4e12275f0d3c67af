package io.roce.nic.link;

import java.util.Arrays;
import java.util.stream.Stream;

/** The kinds of links that work here. */
public final class LinkKinds
{
    private LinkKinds()
    {
    }

    public static Stream<LinkKind> available()
    {
        return Arrays.stream(LinkKind.values()).filter(kind -> kind != LinkKind.AUTO && isAvailable(kind));
    }

    private static boolean isAvailable(final LinkKind kind)
    {
        try
        {
            return UdpLink.resolve(kind) == kind;
        }
        catch (final IllegalArgumentException ex)
        {
            return false;
        }
    }
}
