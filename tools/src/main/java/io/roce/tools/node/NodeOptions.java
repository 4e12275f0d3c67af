package io.roce.tools.node;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.qp.MissCostKind;
import io.roce.nic.qp.QpCacheKind;
import io.roce.nic.qp.QpCacheProfile;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.TokenOption;
import io.roce.tools.cli.Addresses;
import io.roce.tools.record.RecordOptions;

import java.net.InetSocketAddress;
import java.time.Duration;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that a node is built from; {@link NodeDefaults} says what they are when they are not given. */
final class NodeOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private PortOptions ports;

    @Option(
        names = "--admin",
        paramLabel = "ADDR[:PORT]",
        converter = NodeValues.LocalAddressConverter.class,
        description = "Where the admin API is served, over TCP. Default: the first address of the first --bind, and " +
            "its port number.")
    private InetSocketAddress admin;

    @Option(
        names = "--token",
        paramLabel = "TOKEN",
        converter = TokenOption.Converter.class,
        description = "What admin requests must carry; needed when the admin address is not a loopback one. Default: " +
            "what the environment variable ROCE_TOKEN holds, which, other than an option, the list of processes does " +
            "not show.")
    private String token;

    @Option(
        names = "--qpns",
        paramLabel = "FIRST-LAST",
        converter = NodeValues.PoolConverter.class,
        description = "The pool that queue pair numbers are handed out from. Default: ${DEFAULT-VALUE}.")
    private NodeValues.Pool qpns;

    @Option(
        names = "--max-qps",
        paramLabel = "N",
        converter = NodeValues.MaxQpsConverter.class,
        description = "How many queue pairs may live at once, 1 to 16777213. Default: ${DEFAULT-VALUE}.")
    private int maxQps;

    @Option(
        names = "--quarantine",
        paramLabel = "POLICY",
        converter = NodeValues.QuarantineConverter.class,
        description = "How long the number of a destroyed queue pair is held back: none; a time, such as 500ms; " +
            "auto, as long as its peer may still transmit; count:N, until N other numbers have been handed out; a " +
            "time or auto and a count, joined by +. Default: ${DEFAULT-VALUE}.")
    private QuarantinePolicy quarantine;

    @Option(
        names = "--quarantine-cap",
        paramLabel = "DURATION",
        converter = NodeValues.TimeConverter.class,
        description = "The time of a quarantine auto where the peer's retries have no end. Default: ${DEFAULT-VALUE}.")
    private Duration quarantineCap;

    @Option(
        names = "--packet-lifetime",
        paramLabel = "DURATION",
        converter = NodeValues.TimeConverter.class,
        description = "How long a packet may be on its way, for a quarantine auto. Default: ${DEFAULT-VALUE}.")
    private Duration packetLifetime;

    @Option(
        names = "--pressure",
        paramLabel = "POLICY",
        converter = NodeValues.PressureConverter.class,
        completionCandidates = NodeValues.PressureConverter.class,
        description = "What becomes of a create call when no number is free but some are held back: " +
            "${COMPLETION-CANDIDATES}; strict lets it fail. Default: ${DEFAULT-VALUE}.")
    private QuarantinePressure pressure;

    @Option(
        names = "--reset-hold",
        paramLabel = "POLICY",
        converter = NodeValues.ResetHoldConverter.class,
        completionCandidates = NodeValues.ResetHoldConverter.class,
        description = "What becomes of RESET to INIT while packets of the last connection may still come: " +
            "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private ResetHold resetHold;

    @Option(
        names = "--allocation",
        paramLabel = "ORDER",
        converter = NodeValues.AllocationConverter.class,
        completionCandidates = NodeValues.AllocationConverter.class,
        description = "Order in which numbers are handed out: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private AllocationOrder allocation;

    @Option(
        names = "--table",
        paramLabel = "KIND",
        converter = NodeValues.TableConverter.class,
        completionCandidates = NodeValues.TableConverter.class,
        description = "How the table is laid out: ${COMPLETION-CANDIDATES}; flat takes memory for the whole pool at " +
            "once, so it needs a smaller --qpns. Default: ${DEFAULT-VALUE}.")
    private QpTableKind table;

    @Option(
        names = "--qp-cache",
        paramLabel = "off|SETSxWAYS|PROFILE",
        converter = NodeValues.CacheConverter.class,
        completionCandidates = NodeValues.CacheConverter.class,
        description = "Size of the QP cache, powers of two; or a profile, which is size, order and cost of a miss " +
            "(added up, unless --miss-cost says otherwise): ${COMPLETION-CANDIDATES}; see below. " +
            "Default: ${DEFAULT-VALUE}.")
    private NodeValues.Cache cache;

    @Option(
        names = "--qp-cache-order",
        paramLabel = "ORDER",
        converter = NodeValues.CacheOrderConverter.class,
        completionCandidates = NodeValues.CacheOrderConverter.class,
        description = "Which context of a set makes room: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private QpCacheKind cacheOrder;

    @Option(
        names = "--miss-cost",
        paramLabel = "none|KIND:DURATION",
        converter = NodeValues.MissCostConverter.class,
        description = "What a miss of the QP cache costs: none; accounted:200ns adds it up; spent:200ns, up to 1ms, " +
            "lets it pass. " +
            "Default: ${DEFAULT-VALUE}.")
    private NodeValues.CostOfMiss missCost;

    @Option(
        names = "--drops",
        paramLabel = "N",
        converter = NodeValues.DropsConverter.class,
        description = "How many of the last packets that were dropped are kept, with the reason, for \"roce why\": " +
            "up to 65536; 0 for none. Default: ${DEFAULT-VALUE}.")
    private int drops;

    @Option(
        names = "--lanes",
        paramLabel = "N",
        converter = NodeValues.LanesConverter.class,
        description = "Event loops that share the work, 1 to 16, each with a part of the queue pair numbers; several " +
            "go with neither --ingress nor --record. Default: ${DEFAULT-VALUE}.")
    private int lanes;

    @Option(
        names = "--steering",
        paramLabel = "MODE",
        converter = NodeValues.SteeringConverter.class,
        completionCandidates = NodeValues.SteeringConverter.class,
        description = "Who brings packets to the lane that has their queue pair: ${COMPLETION-CANDIDATES}; with auto " +
            "the system where it can, which is Linux with link mmsg or epoll; with off the lanes hand them over. " +
            "Default: ${DEFAULT-VALUE}.")
    private LaneSteering steering;

    @Mixin
    private TrafficOptions traffic;

    @Mixin
    private RecordOptions record;

    @Option(
        names = "--until-stdin-closes",
        description = "End when standard input reaches its end, as it does when the program at its other end has " +
            "gone: for programs that start nodes. Default: off.")
    private boolean isUntilStdinCloses;

    /** Whether the node ends with its standard input. */
    boolean isUntilStdinCloses()
    {
        return isUntilStdinCloses;
    }

    NicNodeConfig config()
    {
        final String adminToken = token == null ? AdminClient.environmentToken() : token;
        final InetSocketAddress adminAddress = admin == null ? ports.first() : admin;
        if (adminToken == null && !adminAddress.getAddress().isLoopbackAddress())
        {
            throw new ParameterException(command.commandLine(), "--token or the environment variable " +
                AdminClient.TOKEN_VARIABLE + " is needed: the admin address " + Addresses.format(adminAddress) +
                " is not a loopback one");
        }
        return traffic.apply(new NicNodeConfig())
            .ports(ports.ports())
            .admin(admin)
            .adminToken(adminToken)
            .qpns(qpns.first(), qpns.last())
            .maxQps(maxQps)
            .allocation(allocation)
            .quarantine(quarantine)
            .quarantineCapNs(quarantineCap.toNanos())
            .packetLifetimeNs(packetLifetime.toNanos())
            .pressure(pressure)
            .resetHold(resetHold)
            .table(table)
            .cache(cacheConfig())
            .drops(drops)
            .lanes(new LanesConfig(lanes, steering))
            .record(record.config());
    }

    private QpCacheConfig cacheConfig()
    {
        if (cache.profile() != null)
        {
            return QpCacheConfig.of(cache.profile(), missCostKind(cache.profile()));
        }
        return cache.sets() == 0 ?
            QpCacheConfig.OFF :
            new QpCacheConfig(cacheOrder, cache.sets(), cache.ways(), missCost.kind(), missCost.ns());
    }

    /** A profile that is changed is none: what becomes of the time of a miss is all that can be said beside it. */
    private MissCostKind missCostKind(final QpCacheProfile profile)
    {
        requireOfProfile(profile, "--qp-cache-order", cacheOrder == profile.kind(), profile.kind().label());
        final boolean isSaid = command.commandLine().getParseResult().hasMatchedOption("--miss-cost");
        final MissCostKind kind = isSaid ? missCost.kind() : MissCostKind.ACCOUNTED;
        requireOfProfile(
            profile,
            "--miss-cost",
            kind == MissCostKind.NONE || missCost.ns() == profile.missNs(),
            new NodeValues.CostOfMiss(kind, profile.missNs()).toString());
        return kind;
    }

    private void requireOfProfile(
        final QpCacheProfile profile, final String option, final boolean isProfiles, final String profiles)
    {
        if (command.commandLine().getParseResult().hasMatchedOption(option) && !isProfiles)
        {
            throw new ParameterException(command.commandLine(), option + ": the profile " + profile.label() +
                " has " + profiles + ", and would not be it with another; --qp-cache SETSxWAYS takes any");
        }
    }
}
