package io.roce.tools.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.expect.BadExpectationException;
import io.roce.tools.expect.ExpectedFates;
import io.roce.tools.mapping.QpnMap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce replay}. */
@Command(
    name = "replay",
    description = {
        "Send the RoCEv2 packets of a capture to a node or to several, in order and at recorded pace, and say what " +
            "became of them.",
        "The ICRC is made right for the new addresses; one that was wrong in the capture stays wrong, by the same " +
            "bits. Malformed packets are sent as they are; packets that the capture cut cannot be sent.",
        "Whether a recorded ICRC was right cannot be told behind IPv4 options and IPv6 extension headers: such " +
            "packets get a right one, and are counted. A fragment is no datagram, and is not sent.",
        "Exit status 1 when the file ends within a record, no packet was sent, a node has not received all that was " +
            "sent, or a fate differs from what is expected; 2 when an expectation does not fit the capture."
    })
public final class ReplayCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Capture, pcap or pcapng.")
    private Path file;

    @Mixin
    private ReplayTargets targets;

    @Mixin
    private QueuePairOptions qps;

    @Mixin
    private CheckOptions check;

    @Mixin
    private Output output;

    @Option(
        names = "--dst",
        paramLabel = "ADDR",
        description = "Send the packets alone that went to this address in the capture; may be repeated.")
    private List<InetAddress> destinations = List.of();

    @Option(names = "--keep-icrc", description = "Send the recorded ICRCs, right or not.")
    private boolean isKeepIcrc;

    @Option(
        names = "--loops",
        paramLabel = "N",
        defaultValue = "1",
        converter = Numbers.Count.class,
        description = "Send the file so often, each time with the recorded PSNs. The queue pairs that --provision " +
            "made go through RESET in between, so that each loop finds what the first found. Default: " +
            "${DEFAULT-VALUE}.")
    private int loops;

    @Option(
        names = "--loop-pause",
        paramLabel = "TIME",
        defaultValue = "0",
        description = "Between two loops, such as 500ms. Default: ${DEFAULT-VALUE}.")
    private Duration loopPause;

    @ArgGroup(exclusive = true)
    private PaceOptions pace = new PaceOptions();

    @Override
    public Integer call() throws IOException
    {
        targets.check();
        check.check(file, loops, output.isJson());
        final QpnMap qpnMap = qps.map();
        if ((qps.isProvision() || check.isCheck()) && targets.isSomeNodeSilent())
        {
            throw new ParameterException(spec.commandLine(),
                (qps.isProvision() ? "--provision" : "a check") + " needs a node, and --node none is none");
        }

        final ExpectedFates expected = check.expected();
        try (Routes routes = targets.routes(qpnMap, isKeepIcrc))
        {
            final ReplayRun run = new ReplayRun(
                new Replay(file, new HashSet<>(destinations)),
                qpnMap,
                routes,
                new ReplayRun.Plan(
                    qps.isProvision(), qps.isKeep(), pace.pace(check.isOneByOne()), loops, loopPause.toNanos()));
            final FateCheck fateCheck = check.isCheck() ? new FateCheck(expected, check.written()) : null;
            prepare(run, routes, expected, fateCheck);

            final ReplayResult result = run.run();
            if (fateCheck != null)
            {
                fateCheck.onEnd(file, result);
            }
            print(result, new UnusedRules(qps.unused(qpnMap), targets.unused(routes)), fateCheck);
            final boolean isGood = fateCheck == null || fateCheck.isGood();
            return result.isDone() && isGood && result.whyNothingWasSent() == null ?
                ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private void prepare(
        final ReplayRun run, final Routes routes, final ExpectedFates expected, final FateCheck fateCheck)
        throws IOException
    {
        if (targets.isOneWay())
        {
            routes.openOtherwise();
        }
        if (qps.isProvision() || expected != null || !targets.isOneWay())
        {
            try
            {
                run.survey(expected);
            }
            catch (final BadExpectationException e)
            {
                throw check.bad(e);
            }
        }
        final StepPrompt steps = check.steps(output);
        if (steps != null)
        {
            run.ask(steps);
        }
        if (fateCheck != null)
        {
            run.tell(fateCheck);
        }
    }

    private void print(final ReplayResult result, final UnusedRules unused, final FateCheck fateCheck)
    {
        if (output.isJson())
        {
            final ObjectNode json = ReplayJson.of(file, result, unused, targets.isOneWay());
            output.json(fateCheck == null ? json : fateCheck.json(json));
        }
        else
        {
            ReplayText.print(result, unused, targets.isOneWay(), output.out());
            if (fateCheck != null)
            {
                fateCheck.print(output.out());
            }
        }
        output.out().flush();
        if (result.whyNothingWasSent() != null)
        {
            output.err().println("roce: " + result.whyNothingWasSent());
        }
        if (result.fault() != null)
        {
            output.err().println("roce: " + result.fault());
        }
    }
}
