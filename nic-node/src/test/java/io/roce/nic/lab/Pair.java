package io.roce.nic.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.transport.Profile;
import io.roce.nic.work.WcStatus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Two queue pairs that are connected (UD: that know of each other), in slot 0 of a shell each, with a region each.
 * Places are offsets in a region.
 */
final class Pair
{
    /** What stands around the bytes that a message may write, and in their place before it does. */
    private static final int UNWRITTEN = 0xEE;
    private static final int MARGIN = 64;

    /** So that a connection's first packets go past the highest number. */
    private static final int FIRST_PSN = 0xFF_FFFC;

    private final Shell requester;
    private final Shell responder;
    private final long requesterQpn;
    private final long rkey;
    private final long remoteAddr;
    private final String toResponder;

    private Pair(final End from, final End to, final IpVersion version, final Setup setup)
    {
        requester = from.open(version);
        responder = to.open(version);
        requester.call("mr %s", setup.requesterRegion());
        final Answer region = responder.call("mr %s", setup.responderRegion());
        remoteAddr = region.number("addr");
        rkey = region.number("rkey");
        requesterQpn = requester.call("qp 0 type=%s", setup.type()).number("qpn");
        final long qpn = responder.call("qp 0 type=%s access=%d", setup.type(), setup.qpAccess()).number("qpn");
        toResponder = "dqpn=" + qpn + " dgid=" + to.address(version);
        final String toRequester = "dqpn=" + requesterQpn + " dgid=" + from.address(version);
        up(responder, toRequester + ' ' + setup.responderRtr(), setup);
        up(requester, toResponder, setup);
    }

    /** Two new ones; those that there were, and what they did, are gone. */
    static Pair connect(
        final Lab lab,
        final Direction direction,
        final IpVersion version,
        final Profile profile,
        final Setup setup)
    {
        return new Pair(direction.requester(lab, profile), direction.responder(lab, profile), version, setup);
    }

    Shell requester()
    {
        return requester;
    }

    Shell responder()
    {
        return responder;
    }

    long requesterQpn()
    {
        return requesterQpn;
    }

    /** Of the responder's region. */
    long rkey()
    {
        return rkey;
    }

    /** Where a UD request goes. */
    String toResponder()
    {
        return toResponder;
    }

    /**
     * Posts a request at the requester.
     *
     * @param local  place at the requester.
     * @param place  place at the responder.
     * @param values further ones of the command; {@code rkey=} in place of the responder's.
     */
    void post(final String operation, final int length, final int local, final int place, final String values)
    {
        requester.call(
            "%s 0 %s len=%d off=%d raddr=%d %s",
            operation, values, length, local, remoteAddr + place, values.contains("rkey=") ? "" : "rkey=" + rkey);
    }

    /** Posts a receive at the responder. */
    void receive(final int length, final int place)
    {
        responder.call("recv 0 len=%d off=%d", length, place);
    }

    /** Waits for one completion at the shell, and asserts that it is of this kind and succeeded. */
    static Completion expect(final Shell shell, final int opcode)
    {
        final List<Completion> completions = shell.poll(1);
        assertEquals(WcStatus.SUCCESS, completions.get(0).status(), completions::toString);
        assertEquals(opcode, completions.get(0).opcode(), completions::toString);
        return completions.get(0);
    }

    /** Makes a place, and its margin, one where it shows what is written. */
    static void blank(final Shell shell, final int place, final int length)
    {
        shell.call("fill off=%d len=%d byte=%d", place - MARGIN, length + 2 * MARGIN, UNWRITTEN);
    }

    /** Asserts that the pattern is there, and nothing was written around it. */
    static void expectOnly(final Shell shell, final int place, final int length, final int seed)
    {
        shell.call("check off=%d len=%d seed=%d", place, length, seed);
        expectMargins(shell, place, length);
    }

    /** Asserts that nothing was written around the place. */
    static void expectMargins(final Shell shell, final int place, final int length)
    {
        shell.call("check off=%d len=%d byte=%d", place - MARGIN, MARGIN, UNWRITTEN);
        shell.call("check off=%d len=%d byte=%d", place + length, MARGIN, UNWRITTEN);
    }

    /** Eight bytes as the processors of both ends have them in memory. */
    static long word(final Shell shell, final int place)
    {
        final byte[] bytes = shell.call("dump off=%d len=8", place).bytes();
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** Asserts that each completion that there is at either end has been polled. */
    void expectNoMore()
    {
        for (final Shell shell : List.of(requester, responder))
        {
            assertEquals(List.of(), shell.pollMost(1, 0));
        }
    }

    private static void up(final Shell shell, final String peer, final Setup setup)
    {
        shell.call("rtr 0 %s psn=%d %s", peer, FIRST_PSN, setup.rtr());
        shell.call("rts 0 psn=%d %s", FIRST_PSN, setup.rts());
    }
}
