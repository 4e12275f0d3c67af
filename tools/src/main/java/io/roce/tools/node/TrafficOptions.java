package io.roce.tools.node;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.LinkKind;
import io.roce.nic.transport.Profile;
import io.roce.tools.faults.FaultRuleConverter;
import io.roce.wire.icrc.IcrcMode;

import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * How packets come, go and are judged, for every command that is an adapter; {@link TrafficDefaults} says what they are
 * when they are not given.
 */
public final class TrafficOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--icrc",
        paramLabel = "MODE",
        converter = NodeValues.IcrcConverter.class,
        completionCandidates = NodeValues.IcrcConverter.class,
        description = "How ICRCs are verified over IPv4, whose identification a socket does not show: " +
            "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private IcrcMode icrcMode;

    @Option(
        names = "--profile",
        paramLabel = "PROFILE",
        converter = NodeValues.ProfileConverter.class,
        completionCandidates = NodeValues.ProfileConverter.class,
        description = "Whose behaviour served queue pairs show where the standard and the software RoCE of Linux 6.1 " +
            "differ: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Profile profile;

    @Option(
        names = "--link",
        paramLabel = "KIND",
        converter = NodeValues.LinkConverter.class,
        completionCandidates = NodeValues.LinkConverter.class,
        description = "What moves the datagrams: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private LinkKind link;

    @Option(
        names = "--gso",
        paramLabel = "MODE",
        converter = NodeValues.GsoConverter.class,
        completionCandidates = NodeValues.GsoConverter.class,
        description = "Whether link mmsg gives the system datagrams of one length to one peer in one piece, which " +
            "it cuts up, identifications from 0 on: ${COMPLETION-CANDIDATES}; auto does so for peers on loopback " +
            "addresses, and not with --ingress. Default: ${DEFAULT-VALUE}.")
    private GsoMode gso;

    @Option(
        names = "--ingress",
        paramLabel = "IFACE",
        description = "Read datagrams from a capture of this network interface instead of from the sockets, which go " +
            "on sending and keep the kernel from answering. The capture shows the whole IP header, so every ICRC is " +
            "verified exactly, as --icrc strict does it. Takes libpcap, and root or the capability CAP_NET_RAW. " +
            "Default: the sockets.")
    private String ingress;

    @Option(
        names = "--receive-buffer",
        paramLabel = "BYTES",
        converter = NodeValues.ReceiveBufferConverter.class,
        description = "What is asked of the system for the socket's receive buffer: 65536, 64k, 4MiB, up to 1GiB. " +
            "Default: ${DEFAULT-VALUE}.")
    private int receiveBufferBytes;

    @Option(
        names = "--fault",
        paramLabel = "RULE",
        converter = FaultRuleConverter.class,
        description = "A fault on purpose, DIRECTION:ACTION[=VALUE][:SELECTION], such as in:drop:5%% or " +
            "in:delay=2ms:dest-qp=0x12; \"roce faults set --help\" has all. May be repeated: datagrams come to the " +
            "rules in their order. Default: none.")
    private List<FaultRule> faults = new ArrayList<>();

    /**
     * Sets what was given, and the defaults.
     *
     * @return the same configuration.
     * @throws ParameterException when they do not go together.
     */
    public NicNodeConfig apply(final NicNodeConfig config)
    {
        return config
            .icrcMode(icrcMode)
            .profile(profile)
            .link(link)
            .gso(gso)
            .ingress(ingress)
            .receiveBufferBytes(receiveBufferBytes)
            .faults(faultConfig());
    }

    private FaultConfig faultConfig()
    {
        try
        {
            return new FaultConfig(faults, FaultConfig.NONE.seed(), FaultConfig.DEFAULT_CAPACITY);
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(command.commandLine(), "--fault: " + e.getMessage(), e);
        }
    }
}
