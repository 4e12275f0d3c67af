package io.roce.nic.lab;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultFigures;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.transport.Profile;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcFlag;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.icrc.Envelope;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Verbs of a node by lines on standard input, so that a script can play any scenario against another adapter: the same
 * commands, keys and answers as those of the shell that runs in the lab's guests. Each line is answered by zero or more
 * {@code wc ...} and then one {@code ok key=value ...} or {@code err REASON}.
 * <pre>
 * open gid=                     begins anew: no queue pairs, no completions; the local address from here on
 * mr [len=] [access=15]         one buffer for everything -&gt; addr rkey; its bytes tell their place
 * fill off= len= byte=  |  pattern off= len= seed=  |  dump off= len=
 * check off= len= [byte= | seed=]    err if a byte is not what fill or pattern wrote
 * qp N [type=rc|uc|ud] [depth=64] [access=15] [qkey=]  -&gt; qpn
 * rtr N [mtu=1024] dqpn= psn= dgid= [minrnr=12] [rd=4]
 * rts N psn= [timeout=18] [retry=7] [rnr=7] [rd=4]
 * recv N [off=] [len=4096] [count=1]
 * send|sendimm|sendinv|write|writeimm|read|cas|fadd N [off=] [len=64] [raddr=] [rkey=] [imm=] [cmp=] [swap=]
 *      [count=1] [sig=1] [sol=0] [fence=0]; for ud: dqpn= qkey= dgid=
 * poll [ms=5000] [n=1]
 * query N  |  err N  |  reset N  |  destroy N
 * faults [rules=RULE;RULE...]   in place of those there are -&gt; n, datagrams that those have selected
 * rnrnaks                       RNR NAKs that the node has sent -&gt; n
 * ledger  |  egress  |  quit
 * </pre>
 * Arguments are the profile and the addresses to bind, one GID each.
 */
public final class VerbsShell
{
    private static final Map<String, WrOpcode> SENDS = Map.of(
        "send", WrOpcode.SEND,
        "sendimm", WrOpcode.SEND_WITH_IMM,
        "sendinv", WrOpcode.SEND_WITH_INV,
        "write", WrOpcode.RDMA_WRITE,
        "writeimm", WrOpcode.RDMA_WRITE_WITH_IMM,
        "read", WrOpcode.RDMA_READ,
        "cas", WrOpcode.ATOMIC_CMP_AND_SWP,
        "fadd", WrOpcode.ATOMIC_FETCH_AND_ADD);

    private static final int Q_KEY = 0x1111_1111;
    private static final int CQ_ENTRIES = 4_096;

    private final Lane lane;
    private final PrintStream out;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final Map<Integer, QpQueues> qps = new HashMap<>();
    private final Map<Integer, QpType> types = new HashMap<>();
    private final List<InetAddress> gids;
    private final ShellMemory memory;
    private int gid;

    private VerbsShell(final Lane lane, final List<InetAddress> gids, final PrintStream out)
    {
        this.lane = lane;
        this.gids = gids;
        this.out = out;
        pd = onLane(() -> pairs().resources().pds().allocPd());
        cq = onLane(() -> pairs().resources().cqs().createCq(CQ_ENTRIES, () -> { }));
        memory = new ShellMemory(lane, pd);
    }

    public static void main(final String[] args) throws IOException
    {
        final List<InetAddress> gids = Arrays.stream(args).skip(1).map(VerbsShell::address).toList();
        final InetSocketAddress[] addresses =
            gids.stream().map(gid -> new InetSocketAddress(gid, Envelope.ROCE_PORT)).toArray(InetSocketAddress[]::new);
        final NicNodeConfig config = new NicNodeConfig()
            .ports(Ports.of(Port.of(1, addresses)))
            .profile(profile(args[0]))
            .admin(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (NicNode node = NicNode.open(config);
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)))
        {
            final VerbsShell shell = new VerbsShell(node.lane(), gids, System.out);
            System.out.println("ok admin=" + node.adminAddress().getPort());
            String line;
            while ((line = in.readLine()) != null && !line.equals("quit"))
            {
                System.out.println(shell.answer(line));
            }
        }
    }

    private String answer(final String line)
    {
        try
        {
            final String values = run(new CommandLine(line));
            return values.isEmpty() ? "ok" : "ok " + values;
        }
        catch (final RuntimeException ex)
        {
            return "err " + ex.getMessage();
        }
    }

    private String run(final CommandLine line)
    {
        final WrOpcode opcode = SENDS.get(line.command());
        if (opcode != null)
        {
            return send(line, opcode);
        }
        return switch (line.command())
        {
            case "open" -> open(line);
            case "mr" -> mr(line);
            case "fill" -> memory.fill(line);
            case "pattern" -> memory.pattern(line);
            case "check" -> memory.check(line);
            case "dump" -> memory.dump(line);
            case "qp" -> qp(line);
            case "rtr" -> modify(line, QpState.RTR, rtr(line));
            case "rts" -> modify(line, QpState.RTS, rts(line));
            case "err" -> modify(line, QpState.ERR, new QpAttributes());
            case "reset" -> modify(line, QpState.RESET, new QpAttributes());
            case "recv" -> recv(line);
            case "poll" -> poll(line);
            case "query" -> query(line);
            case "destroy" -> destroy(line);
            case "faults" -> faults(line);
            case "rnrnaks" -> "n=" + onLane(lane::ledger).count(Fate.RNR_NAK);
            case "ledger" -> ledger();
            case "egress" -> egress();
            default -> throw new IllegalArgumentException("unknown command " + line.command());
        };
    }

    /** Begins anew: no queue pairs, no completions, and the local address from here on. */
    private String open(final CommandLine line)
    {
        final int index = gids.indexOf(address(line.text("gid", null)));
        require(index >= 0, "no such gid");
        gid = index;
        qps.values().forEach(queues -> onLane(() -> pairs().destroy(queues.qpn())));
        qps.clear();
        return "gid_index=" + gid;
    }

    private String mr(final CommandLine line)
    {
        final MemoryRegion mr = memory.register(line.integer("len", 65_536), line.integer("access", AccessFlag.ALL));
        return "addr=0x%x rkey=0x%x lkey=0x%x".formatted(mr.addr(), mr.rkey(), mr.lkey());
    }

    private String qp(final CommandLine line)
    {
        final QpType type = QpType.valueOf(line.text("type", "rc").toUpperCase(Locale.ROOT));
        final int depth = line.integer("depth", 64);
        final QpInit init = new QpInit(pd, new QpCap(depth, depth, 1, 1, 0), false, cq, cq);
        final QpQueues queues = onLane(() -> pairs().create(type, 1, false, init).get(0));
        final QpAttributes attributes =
            new QpAttributes().put(QpAttribute.PKEY_INDEX, 0).put(QpAttribute.PORT_NUM, 1);
        if (type == QpType.UD)
        {
            attributes.put(QpAttribute.QKEY, line.number("qkey", Q_KEY));
        }
        else
        {
            attributes.put(QpAttribute.QP_ACCESS_FLAGS, line.number("access", AccessFlag.ALL));
        }
        onLane(() -> pairs().modify(queues.qpn(), new QpModification(QpState.INIT, null, attributes)));
        qps.put(line.slot(), queues);
        types.put(line.slot(), type);
        return "qpn=0x%x".formatted(queues.qpn());
    }

    private QpAttributes rtr(final CommandLine line)
    {
        final QpAttributes attributes = new QpAttributes();
        final QpType type = types.get(line.slot());
        if (type != QpType.UD)
        {
            attributes
                .dgid(address(line.text("dgid", null)))
                .put(QpAttribute.SGID_INDEX, gid)
                .put(QpAttribute.PATH_MTU, line.number("mtu", 1_024))
                .put(QpAttribute.DEST_QP_NUM, line.number("dqpn", 0))
                .put(QpAttribute.RQ_PSN, line.number("psn", 0));
        }
        if (type == QpType.RC)
        {
            attributes
                .put(QpAttribute.MAX_DEST_RD_ATOMIC, line.number("rd", 4))
                .put(QpAttribute.MIN_RNR_TIMER, line.number("minrnr", 12));
        }
        return attributes;
    }

    private QpAttributes rts(final CommandLine line)
    {
        final QpAttributes attributes = new QpAttributes().put(QpAttribute.SQ_PSN, line.number("psn", 0));
        if (types.get(line.slot()) == QpType.RC)
        {
            attributes
                .put(QpAttribute.TIMEOUT, line.number("timeout", 18))
                .put(QpAttribute.RETRY_CNT, line.number("retry", 7))
                .put(QpAttribute.RNR_RETRY, line.number("rnr", 7))
                .put(QpAttribute.MAX_RD_ATOMIC, line.number("rd", 4));
        }
        return attributes;
    }

    private String modify(final CommandLine line, final QpState next, final QpAttributes attributes)
    {
        final int qpn = queues(line).qpn();
        onLane(() -> pairs().modify(qpn, new QpModification(next, null, attributes)));
        return "";
    }

    private String recv(final CommandLine line)
    {
        final QpQueues queues = queues(line);
        final RecvWr wr = new RecvWr().wrId(line.slot());
        final int length = line.integer("len", 4_096);
        if (length > 0)
        {
            wr.sge(memory.region().addr() + line.number("off", 0), length, memory.region().lkey());
        }
        return onLane(() ->
        {
            for (int i = line.integer("count", 1); i > 0; i--)
            {
                require(queues.postRecv(wr), "the receive queue is full");
            }
            queues.doorbell();
            return "";
        });
    }

    private String send(final CommandLine line, final WrOpcode opcode)
    {
        final QpQueues queues = queues(line);
        final int length = opcode.isAtomic() ? Long.BYTES : line.integer("len", 64);
        final SendWr wr = new SendWr().wrId(line.slot()).opcode(opcode).immData(line.integer("imm", 0));
        if (length > 0)
        {
            wr.sge(memory.region().addr() + line.number("off", 0), length, memory.region().lkey());
        }
        if (opcode == WrOpcode.SEND_WITH_INV)
        {
            wr.invalidateRkey(line.integer("rkey", 0));
        }
        else
        {
            wr.remote(line.number("raddr", 0), line.integer("rkey", 0));
        }
        wr.compareAdd(line.number("cmp", 1)).swap(line.number("swap", 0));
        flag(wr, SendFlag.SIGNALED, line.number("sig", 1));
        flag(wr, SendFlag.SOLICITED, line.number("sol", 0));
        flag(wr, SendFlag.FENCE, line.number("fence", 0));
        if (types.get(line.slot()) == QpType.UD)
        {
            wr.destination(
                address(line.text("dgid", null)), line.integer("dqpn", 0), line.integer("qkey", Q_KEY))
                .sgidIndex(gid);
        }
        return onLane(() ->
        {
            for (int i = line.integer("count", 1); i > 0; i--)
            {
                require(queues.postSend(wr), "the send queue is full");
            }
            queues.doorbell();
            return "";
        });
    }

    private String poll(final CommandLine line)
    {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(line.number("ms", 5_000));
        final int wanted = line.integer("n", 1);
        final WorkCompletion wc = new WorkCompletion();
        int got = 0;
        while (got < wanted)
        {
            if (cq.poll(wc))
            {
                got++;
                print(wc);
            }
            else if (System.nanoTime() - end > 0)
            {
                throw new IllegalStateException("timeout n=" + got);
            }
            else
            {
                pause();
            }
        }
        return "n=" + got;
    }

    private void print(final WorkCompletion wc)
    {
        final StringBuilder text = new StringBuilder("wc slot=%d qpn=0x%x status=%d (%s) op=%d".formatted(
            wc.wrId(), wc.qpn(), wc.status().number(), wc.status(), wc.opcode().number()));
        if (wc.vendorErr() != 0)
        {
            text.append(" vendor_err=").append(wc.vendorErr());
        }
        if (wc.status() == WcStatus.SUCCESS && wc.opcode().isReceive())
        {
            text.append(" len=%d src_qp=0x%x imm=0x%x flags=0x%x".formatted(
                wc.byteLen(), wc.srcQp(), WcFlag.WITH_IMM.isIn(wc.flags()) ? wc.immData() : 0, wc.flags()));
        }
        out.println(text);
    }

    private String query(final CommandLine line)
    {
        final int qpn = queues(line).qpn();
        final QpSnapshot qp = onLane(() -> pairs().query(qpn));
        return "state=%d requests=%d responses=%d refused=%d".formatted(
            qp.state().ordinal(), qp.requests(), qp.responses(), qp.refused());
    }

    private String destroy(final CommandLine line)
    {
        final int qpn = queues(line).qpn();
        onLane(() -> pairs().destroy(qpn));
        qps.remove(line.slot());
        return "";
    }

    private String faults(final CommandLine line)
    {
        final FaultConfig config = new FaultConfig(
            Arrays.stream(line.text("rules", "").split(";"))
                .filter(text -> !text.isEmpty())
                .map(FaultRule::parse)
                .toList(),
            line.number("seed", 1),
            FaultConfig.DEFAULT_CAPACITY);
        return onLane(() ->
        {
            final long selected = lane.faults().figures().stream().mapToLong(FaultFigures::matched).sum();
            lane.faults().replace(config);
            return "n=" + selected;
        });
    }

    private String ledger()
    {
        final LedgerSnapshot ledger = onLane(lane::ledger);
        final StringBuilder text = new StringBuilder("received=%d exact=%d inferred=%d".formatted(
            ledger.received(), ledger.icrcExact(), ledger.icrcInferred()));
        for (final Fate fate : Fate.values())
        {
            if (ledger.count(fate) > 0)
            {
                text.append(' ').append(fate).append('=').append(ledger.count(fate));
            }
        }
        return text.append(" kernel_drops=").append(Arrays.stream(lane.kernelDrops()).sum()).toString();
    }

    private String egress()
    {
        return onLane(() -> "sent=%d failed=%d source_ports=%d fallbacks=%d".formatted(
            lane.egressFigures().sent(),
            lane.egressFigures().failed(),
            lane.egressFigures().sourcePorts(),
            lane.egressFigures().sourcePortFallbacks()));
    }

    private QueuePairs pairs()
    {
        return lane.queuePairs();
    }

    private QpQueues queues(final CommandLine line)
    {
        final QpQueues queues = qps.get(line.slot());
        require(queues != null, "no queue pair in slot " + line.slot());
        return queues;
    }

    private <T> T onLane(final Callable<T> command)
    {
        try
        {
            return lane.submit(command).join();
        }
        catch (final CompletionException ex)
        {
            throw new IllegalStateException(ex.getCause().getMessage(), ex);
        }
    }

    private static void flag(final SendWr wr, final SendFlag flag, final long isWanted)
    {
        if (isWanted != 0)
        {
            wr.flag(flag);
        }
    }

    private static void require(final boolean isRight, final String sentence)
    {
        if (!isRight)
        {
            throw new IllegalStateException(sentence);
        }
    }

    private static Profile profile(final String label)
    {
        return Arrays.stream(Profile.values()).filter(value -> value.label().equals(label)).findFirst().orElseThrow();
    }

    private static InetAddress address(final String text)
    {
        require(text != null, "an address is missing");
        return new InetSocketAddress(text, 0).getAddress();
    }

    private static void pause()
    {
        try
        {
            TimeUnit.MICROSECONDS.sleep(200);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
