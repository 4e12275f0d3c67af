package io.roce.tools.bench;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Who receives bursts: a node, or the C program. */
interface Receiver extends AutoCloseable
{
    /** What it is called in figures. */
    String label();

    InetSocketAddress address();

    /** The first of the numbers that packets of a kind name. */
    int firstQpn(ReceiveCase.Kind kind);

    /** Takes a burst, and says what it took. */
    Sample measure(Sending sending, ReceiveCase.Kind kind) throws IOException;

    @Override
    void close();

    /** Sends a burst; returns when it has left. */
    @FunctionalInterface
    interface Sending
    {
        Burst.Sent send() throws IOException;
    }

    /**
     * What a burst took. What nobody says is {@link Double#NaN}.
     *
     * @param usage of the receiver, from before the burst until after it.
     * @param sent  what left, and how long that took.
     */
    record Sample(BurstAccount account, Usage usage, Burst.Sent sent)
    {
        private static final double NS_PER_S = 1e9;
        private static final double NS_PER_US = 1e3;
        private static final double PER = 1_000;

        /** Processor time of the whole process for a packet, in microseconds. */
        double cpuUs()
        {
            return usage.processCpuNs() / NS_PER_US / account.received();
        }

        /** The same of the thread that takes the packets. */
        double laneCpuUs()
        {
            return usage.laneCpuNs() / NS_PER_US / account.received();
        }

        /** Packets received for each second that the sender has sent. */
        double packetsPerS()
        {
            return account.received() * NS_PER_S / sent.ns();
        }

        /** Bytes for a packet. */
        double allocated()
        {
            return usage.allocatedBytes() / account.received();
        }

        /** Times that the thread had slept, for 1,000 packets. */
        double wakeUps()
        {
            return PER * usage.wakeUps() / account.received();
        }

        /** System calls that asked for datagrams, for 1,000 packets. */
        double receiveCalls()
        {
            return PER * usage.receiveCalls() / account.received();
        }

        /** What part found no place between two lanes, in percent. */
        double noPlacePercent()
        {
            return 100.0 * account.noPlace() / account.sent();
        }

        /** What part was dropped, in percent. */
        double lostPercent()
        {
            return 100.0 * (account.sent() - account.received()) / account.sent();
        }
    }
}
