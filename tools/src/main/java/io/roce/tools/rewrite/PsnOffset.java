package io.roce.tools.rewrite;

import io.roce.tools.cli.Numbers;
import io.roce.tools.mapping.Mapping;
import io.roce.wire.Psn;

import picocli.CommandLine.ITypeConverter;

/**
 * By how much PSNs change.
 *
 * @param mapping to which queue pair's packets it goes, the number being the offset; null for all packets.
 * @param offset  of either sign, added modulo 2^24.
 */
record PsnOffset(Mapping mapping, int offset)
{
    /** Reads {@code N} and {@code [ADDR/]QPN=N}. */
    static final class Converter implements ITypeConverter<PsnOffset>
    {
        @Override
        public PsnOffset convert(final String text)
        {
            if (text.indexOf('=') < 0)
            {
                return new PsnOffset(null, (int)Numbers.parse(text, -Psn.MASK, Psn.MASK));
            }
            final Mapping mapping = Mapping.parse(text, -Psn.MASK, Psn.MASK);
            return new PsnOffset(mapping, mapping.qpn());
        }
    }
}
