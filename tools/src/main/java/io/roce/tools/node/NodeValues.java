package io.roce.tools.node;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.QpnShards;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.LinkKind;
import io.roce.nic.qp.MissCost;
import io.roce.nic.qp.MissCostKind;
import io.roce.nic.qp.QpCacheKind;
import io.roce.nic.qp.QpCacheProfile;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.transport.Profile;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Labels;
import io.roce.tools.cli.NearNames;
import io.roce.tools.cli.Numbers;
import io.roce.wire.Qpn;
import io.roce.wire.icrc.IcrcMode;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of a node's options that are no plain numbers: how they are written, and what else is refused with. */
public final class NodeValues
{
    /** One queue pair for each number that one can have. */
    static final int MAX_QPS_MAX = Qpn.MAX_USER - Qpn.MIN_USER + 1;

    /** Handles in the cache: one for each number of 24 bits. */
    static final int CACHE_HANDLES_MAX = Qpn.MASK + 1;

    /** 1 GiB. */
    static final int RECEIVE_BUFFER_BYTES_MAX = 1 << 30;

    private NodeValues()
    {
    }

    /** A pool of queue pair numbers, both ends included. */
    record Pool(int first, int last)
    {
        @Override
        public String toString()
        {
            return Qpn.format(first) + '-' + Qpn.format(last);
        }
    }

    /** The QP cache: sets times ways, no sets when it is off; or the profile that says it, null for none. */
    record Cache(int sets, int ways, QpCacheProfile profile)
    {
        Cache(final int sets, final int ways)
        {
            this(sets, ways, null);
        }

        @Override
        public String toString()
        {
            return profile != null ? profile.label() : sets == 0 ? "off" : sets + "x" + ways;
        }
    }

    static final class DropsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, NicNodeConfig.DROPS_MAX);
        }
    }

    static final class PoolConverter implements ITypeConverter<Pool>
    {
        @Override
        public Pool convert(final String text)
        {
            final int dash = text.indexOf('-');
            if (dash < 0)
            {
                throw new TypeConversionException("'" + text + "' is not FIRST-LAST, such as 0x11-0xfffffe");
            }
            final int first = (int)Numbers.parse(text.substring(0, dash), Qpn.MIN_USER, Qpn.MAX_USER);
            final int last = (int)Numbers.parse(text.substring(dash + 1), Qpn.MIN_USER, Qpn.MAX_USER);
            if (first > last)
            {
                throw new TypeConversionException("the first number of " + text + " is above its last");
            }
            return new Pool(first, last);
        }
    }

    /** Off, a size, or the name of a profile; the iteration is over the profiles. */
    static final class CacheConverter implements ITypeConverter<Cache>, Iterable<String>
    {
        private static final Pattern SIZE = Pattern.compile("(\\d{1,9})x(\\d{1,9})");
        private static final int TYPING_ERRORS = 3;
        private static final List<String> PROFILES =
            Arrays.stream(QpCacheProfile.values()).map(QpCacheProfile::label).toList();

        @Override
        public Iterator<String> iterator()
        {
            return PROFILES.iterator();
        }

        @Override
        public Cache convert(final String text)
        {
            if ("off".equals(text))
            {
                return new Cache(0, 0);
            }
            if (PROFILES.contains(text))
            {
                final QpCacheProfile profile = QpCacheProfile.values()[PROFILES.indexOf(text)];
                return new Cache(profile.sets(), profile.ways(), profile);
            }
            final Matcher matcher = SIZE.matcher(text);
            if (!matcher.matches() || !isPowerOfTwo(matcher.group(1)) || !isPowerOfTwo(matcher.group(2)))
            {
                final List<String> near = NearNames.of(text, PROFILES, TYPING_ERRORS);
                throw new TypeConversionException(
                    "'" + text + "' is neither off, nor SETSxWAYS with powers of two, such as 256x4, nor a profile" +
                        " such as " + String.join(", ", near.isEmpty() ? PROFILES : near));
            }
            final Cache cache = new Cache(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
            if ((long)cache.sets * cache.ways > CACHE_HANDLES_MAX)
            {
                throw new TypeConversionException(
                    text + " is out of range: SETS times WAYS is 1 to " + CACHE_HANDLES_MAX);
            }
            return cache;
        }

        private static boolean isPowerOfTwo(final String text)
        {
            return Integer.bitCount(Integer.parseInt(text)) == 1;
        }
    }

    static final class MaxQpsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, MAX_QPS_MAX);
        }
    }

    static final class LanesConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, QpnShards.MAX_LANES);
        }
    }

    static final class ReceiveBufferConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return Numbers.parseSize(text, 1, RECEIVE_BUFFER_BYTES_MAX);
        }
    }

    /** One address of this machine. */
    public static final class LocalAddressConverter implements ITypeConverter<InetSocketAddress>
    {
        @Override
        public InetSocketAddress convert(final String text)
        {
            final InetSocketAddress local = Addresses.parse(text);
            if (local.getAddress().isAnyLocalAddress() || local.getAddress().isMulticastAddress())
            {
                throw new TypeConversionException("'" + text + "' is not one address of this machine, as is needed");
            }
            return local;
        }
    }

    static final class QuarantineConverter implements ITypeConverter<QuarantinePolicy>
    {
        @Override
        public QuarantinePolicy convert(final String text)
        {
            try
            {
                return QuarantinePolicy.parse(text);
            }
            catch (final IllegalArgumentException ex)
            {
                throw new TypeConversionException(ex.getMessage());
            }
        }
    }

    /** A time that a policy counts with, in nanoseconds. */
    static final class TimeConverter implements ITypeConverter<Duration>
    {
        @Override
        public Duration convert(final String text)
        {
            final Duration time = Durations.parse(text);
            if (time.toNanos() > QuarantinePolicy.MAX_TIME_NS)
            {
                throw new TypeConversionException(
                    text + " is out of range: 0 to " + Durations.format(QuarantinePolicy.MAX_TIME_NS) + ", ten years");
            }
            return time;
        }
    }

    /** What a miss of the cache costs: its kind and, unless that is none, a time. */
    record CostOfMiss(MissCostKind kind, long ns)
    {
        @Override
        public String toString()
        {
            return kind == MissCostKind.NONE ? kind.label() : kind.label() + ':' + Durations.format(ns);
        }
    }

    static final class MissCostConverter implements ITypeConverter<CostOfMiss>
    {
        @Override
        public CostOfMiss convert(final String text)
        {
            if (MissCostKind.NONE.label().equals(text))
            {
                return new CostOfMiss(MissCostKind.NONE, 0);
            }
            final int colon = text.indexOf(':');
            for (final MissCostKind kind : MissCostKind.values())
            {
                if (colon > 0 && kind != MissCostKind.NONE && kind.label().equals(text.substring(0, colon)))
                {
                    final long ns = Durations.parse(text.substring(colon + 1)).toNanos();
                    if (ns < 1 || ns > MissCost.MAX_NS)
                    {
                        throw new TypeConversionException(text + " is out of range: 1ns to " +
                            Durations.format(MissCost.MAX_NS));
                    }
                    return new CostOfMiss(kind, ns);
                }
            }
            throw new TypeConversionException("'" + text + "' is neither none nor KIND:DURATION with a kind of " +
                Arrays.stream(MissCostKind.values())
                    .filter(kind -> kind != MissCostKind.NONE)
                    .map(MissCostKind::label)
                    .collect(Collectors.joining(" or ")) + ", such as spent:500ns");
        }
    }

    static final class IcrcConverter extends Labels<IcrcMode>
    {
        IcrcConverter()
        {
            super(IcrcMode.values(), IcrcMode::label);
        }
    }

    static final class ProfileConverter extends Labels<Profile>
    {
        ProfileConverter()
        {
            super(Profile.values(), Profile::label);
        }
    }

    static final class LinkConverter extends Labels<LinkKind>
    {
        LinkConverter()
        {
            super(LinkKind.values(), LinkKind::label);
        }
    }

    static final class GsoConverter extends Labels<GsoMode>
    {
        GsoConverter()
        {
            super(GsoMode.values(), GsoMode::label);
        }
    }

    static final class AllocationConverter extends Labels<AllocationOrder>
    {
        AllocationConverter()
        {
            super(AllocationOrder.values(), AllocationOrder::label);
        }
    }

    static final class PressureConverter extends Labels<QuarantinePressure>
    {
        PressureConverter()
        {
            super(QuarantinePressure.values(), QuarantinePressure::label);
        }
    }

    static final class ResetHoldConverter extends Labels<ResetHold>
    {
        ResetHoldConverter()
        {
            super(ResetHold.values(), ResetHold::label);
        }
    }

    static final class SteeringConverter extends Labels<LaneSteering>
    {
        SteeringConverter()
        {
            super(LaneSteering.values(), LaneSteering::label);
        }
    }

    static final class TableConverter extends Labels<QpTableKind>
    {
        TableConverter()
        {
            super(QpTableKind.values(), QpTableKind::label);
        }
    }

    /** Off is a size and no order. */
    static final class CacheOrderConverter extends Labels<QpCacheKind>
    {
        CacheOrderConverter()
        {
            super(
                Arrays.stream(QpCacheKind.values())
                    .filter(kind -> kind != QpCacheKind.OFF)
                    .toArray(QpCacheKind[]::new),
                QpCacheKind::label);
        }
    }
}
