package io.roce.nic.lab;

import static io.roce.nic.lab.Completion.READ;
import static io.roce.nic.lab.Completion.RECV;
import static io.roce.nic.lab.Completion.SEND;
import static io.roce.nic.lab.Completion.WRITE;
import static io.roce.nic.lab.Pair.blank;
import static io.roce.nic.lab.Pair.expect;
import static io.roce.nic.lab.Pair.expectOnly;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.transport.Profile;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every path MTU between the kernel and a node, with messages around whole packets. */
@Interop
class PathMtuInteropTest
{
    private static final int OUT = 0;
    private static final int IN = 1 << 15;

    private final Lab lab;

    PathMtuInteropTest(final Lab lab)
    {
        this.lab = lab;
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldCutMessagesAtEachPathMtu(final Direction direction, final IpVersion version)
    {
        for (final int mtu : new int[] {256, 512, 1_024, 2_048, 4_096})
        {
            final Pair pair = Pair.connect(lab, direction, version, Profile.IBTA, new Setup().rtr("mtu=" + mtu));
            for (final int length : new int[] {mtu, mtu + 1, 3 * mtu})
            {
                shouldWrite(pair, length);
                shouldRead(pair, length);
                shouldSend(pair, length);
            }
            pair.expectNoMore();
        }
    }

    private static void shouldWrite(final Pair pair, final int length)
    {
        pair.requester().call("pattern off=%d len=%d seed=1", OUT, length);
        blank(pair.responder(), IN, length);

        pair.post("write", length, OUT, IN, "");

        expect(pair.requester(), WRITE);
        expectOnly(pair.responder(), IN, length, 1);
    }

    private static void shouldRead(final Pair pair, final int length)
    {
        pair.responder().call("pattern off=%d len=%d seed=2", OUT, length);
        blank(pair.requester(), IN, length);

        pair.post("read", length, IN, OUT, "");

        expect(pair.requester(), READ);
        expectOnly(pair.requester(), IN, length, 2);
    }

    private static void shouldSend(final Pair pair, final int length)
    {
        pair.requester().call("pattern off=%d len=%d seed=3", OUT, length);
        blank(pair.responder(), IN, length);
        pair.receive(length, IN);

        pair.post("send", length, OUT, 0, "");

        expect(pair.requester(), SEND);
        assertEquals(length, expect(pair.responder(), RECV).number("len"));
        expectOnly(pair.responder(), IN, length, 3);
    }
}
