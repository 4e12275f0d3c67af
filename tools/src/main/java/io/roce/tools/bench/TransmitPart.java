package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** What a node with link mmsg sends over UC, to a socket that nobody reads. */
final class TransmitPart
{
    private static final int[] MTUS = {256, 1_024, 4_096};
    private static final int[] QUICK_MTUS = {1_024};
    private static final int SINK = 2;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final int LEAST = 1;

    private final Bench bench;
    private final PartResult result = new PartResult();

    private TransmitPart(final Bench bench)
    {
        this.bench = bench;
    }

    static PartResult run(final Bench bench) throws IOException
    {
        return new TransmitPart(bench).run();
    }

    private PartResult run() throws IOException
    {
        final String noMmsg = unavailability();
        if (noMmsg != null)
        {
            result.note(noMmsg + ": nothing is measured.");
            return result;
        }
        final String absence = bench.programs().absence(CProgram.FLOOD);
        if (absence != null)
        {
            result.note(absence + ".");
        }
        for (final int mtu : bench.isQuick() ? QUICK_MTUS : MTUS)
        {
            measure(mtu, false, absence == null);
            measure(mtu, true, absence == null);
        }
        result.note("Packets of one size, each copied and its ICRC computed as it is sent, on both sides; what " +
            "arrives is the kernel's to drop. CPU is that of the lane's thread; ours makes packets of posted " +
            "messages besides.");
        result.limit("Without pieces, the kernel's way of each datagram through the loopback interface, which is the " +
            "same for both; with them, the copy and the ICRC of each packet.");
        return result;
    }

    private static String unavailability()
    {
        try
        {
            UdpLink.resolve(LinkKind.MMSG);
            return null;
        }
        catch (final IllegalArgumentException e)
        {
            return e.getMessage();
        }
    }

    private void measure(final int mtu, final boolean isGso, final boolean isCompared) throws IOException
    {
        final String what = mtu + " B of payload, " + (isGso ? "in pieces" : "one by one");
        final List<Double> cpu = new ArrayList<>();
        final List<Double> processCpu = new ArrayList<>();
        final List<Double> rate = new ArrayList<>();
        final List<Double> otherCpu = new ArrayList<>();
        final List<Double> otherRate = new ArrayList<>();
        final InetSocketAddress sink = new InetSocketAddress(bench.address(SINK), Envelope.ROCE_PORT);
        try (DatagramSocket unread = new DatagramSocket(null);
            NodeSender sender = start(sink, isGso ? "auto" : "off", mtu))
        {
            unread.setReceiveBufferSize(LEAST);
            unread.bind(sink);
            sender.send(messages(sender, bench.warmUp()));
            for (int round = 0; round < bench.rounds(); round++)
            {
                bench.progress().show("transmit: " + what + ", round " + (round + 1) + " of " + bench.rounds());
                addOurs(what, sender, cpu, processCpu, rate);
                if (isCompared)
                {
                    final Burst.Sent sent = new Burst(
                        sender.packetLength(), bench.packets(), isGso, 0, 0x11, 1, true)
                        .send(bench, bench.senderAddress(), sink);
                    otherCpu.add(sent.cpuNs() / NS_PER_US / sent.packets());
                    otherRate.add(sent.packets() * NS_PER_S / sent.ns());
                }
            }
        }
        final String beside = isGso ? "C UDP_SEGMENT" : "C sendmmsg";
        result.add(Figure.of(what + ", CPU", "us", cpu, beside, otherCpu, null));
        result.add(Figure.of(what + ", packets", "1/s", rate, beside, otherRate, null));
        result.detail(what, "the node", "process CPU us", processCpu);
    }

    private NodeSender start(final InetSocketAddress sink, final String gso, final int mtu) throws IOException
    {
        return NodeSender.start(bench, bench.address(0), gso, sink.getAddress(), mtu);
    }

    private void addOurs(
        final String what,
        final NodeSender sender,
        final List<Double> cpu,
        final List<Double> processCpu,
        final List<Double> rate)
    {
        final int messages = messages(sender, bench.packets());
        final long packets = (long)messages * sender.packetsPerMessage();
        final long sentBefore = sender.sent();
        final Usage before = sender.usage();
        final long startNs = System.nanoTime();
        sender.send(messages);
        final long tookNs = System.nanoTime() - startNs;
        final Usage used = sender.usage().since(before);
        final long sent = sender.sent() - sentBefore;
        if (sent != packets)
        {
            result.fail(what + ": " + packets + " packets were to be sent, and " + sent + " were");
        }
        cpu.add(used.laneCpuNs() / NS_PER_US / packets);
        processCpu.add(used.processCpuNs() / NS_PER_US / packets);
        rate.add(packets * NS_PER_S / tookNs);
    }

    private static int messages(final NodeSender sender, final int packets)
    {
        return Math.max(1, packets / sender.packetsPerMessage());
    }
}
