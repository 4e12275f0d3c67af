package io.roce.tools.node;

import io.roce.nic.qp.QpCacheProfile;
import io.roce.tools.cli.HelpText;

import java.util.Arrays;
import java.util.stream.Stream;

import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** What the profiles of the QP cache are, below the options, made from {@link QpCacheProfile}. */
final class CacheProfilesHelp implements IModelTransformer
{
    @Override
    public CommandSpec transform(final CommandSpec spec)
    {
        spec.usageMessage()
            .footerHeading("%nProfiles of the QP cache:%n")
            .footer(Arrays.stream(QpCacheProfile.values()).flatMap(CacheProfilesHelp::lines).toArray(String[]::new));
        return spec;
    }

    private static Stream<String> lines(final QpCacheProfile profile)
    {
        return Stream.of(
                Stream.of("  %s: %dx%d, %s, %d ns for a miss".formatted(
                    profile.label(), profile.sets(), profile.ways(), profile.kind().label(), profile.missNs())),
                HelpText.footer("    ", "Source: " + profile.source()),
                HelpText.footer("    ", "Reproduces " + profile.reproduces()))
            .flatMap(lines -> lines);
    }
}
