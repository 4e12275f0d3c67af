package io.roce.tools.send;

import io.roce.tools.cli.Numbers;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import picocli.CommandLine.ITypeConverter;

/**
 * Which ICRC packets get: {@code good}, {@code bad}, a value as ICRCs are printed, or {@code keep}.
 *
 * @param choice null to keep the one that there is.
 * @param value  counts when an ICRC is given.
 */
record IcrcChange(IcrcChoice choice, int value)
{
    private static final int MIN_LENGTH = BthFlyweight.LENGTH + Icrc.LENGTH;

    /** In front of a packet that is not there yet nothing can be kept: it gets a right one. */
    void applyTo(final RocePacketBuilder builder)
    {
        builder.icrc(choice == null ? IcrcChoice.GOOD : choice, value);
    }

    /** Changes the last four bytes of a packet; one that is too short for an ICRC has none. */
    void apply(final RoceDatagram datagram, final Icrc icrc)
    {
        if (choice == null || datagram.length() < MIN_LENGTH)
        {
            return;
        }
        switch (choice)
        {
            case GOOD -> icrc.repair(datagram.envelope(), datagram.length());
            case BAD -> icrc.spoil(datagram.envelope(), datagram.length());
            case GIVEN -> Icrc.write(datagram.envelope(), datagram.length(), value);
        }
    }

    static final class Converter implements ITypeConverter<IcrcChange>
    {
        @Override
        public IcrcChange convert(final String text)
        {
            return switch (text)
            {
                case "good" -> new IcrcChange(IcrcChoice.GOOD, 0);
                case "bad" -> new IcrcChange(IcrcChoice.BAD, 0);
                case "keep" -> new IcrcChange(null, 0);
                default -> new IcrcChange(IcrcChoice.GIVEN, (int)Numbers.parse(text, 0, 0xFFFF_FFFFL));
            };
        }
    }
}
