package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.Port;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** Datagrams leave from the address of the port's table that the request names. */
class SeveralAddressesTest
{
    private static final InetSocketAddress[] LEFT = {
        at("127.20.7.1"), at("fd00::1"), at("127.20.7.3"), at("fd00::3")};
    private static final InetSocketAddress[] RIGHT = {at("127.20.7.2"), at("fd00::2")};
    private static final int SOURCE_IN_IPV4 = 20 + 12;
    private static final int SOURCE_IN_IPV6 = 8;

    private final MemoryNetwork network = new MemoryNetwork(new CachedNanoClock(), 1_000);
    private final Adapter left = new Adapter(network, Port.of(1, LEFT), Profile.IBTA, 1);
    private final Adapter right = new Adapter(network, Port.of(1, RIGHT), Profile.IBTA, 2);
    private final MemoryRegion local = left.memory(64);
    private final MemoryRegion remote = right.zeros(256);
    private final QpEnd sender = up(left.create(QpType.UD));
    private final QpEnd receiver = up(right.create(QpType.UD));

    SeveralAddressesTest() throws VerbsException
    {
    }

    @AfterEach
    void shouldHaveAnEndForEachDatagram()
    {
        left.requireSound();
        right.requireSound();
    }

    @Test
    void shouldSendFromTheAddressThatIsNamed() throws VerbsException
    {
        // Each twice, and in turn: the way of one is not taken for another.
        for (int i = 0; i < 2 * LEFT.length; i++)
        {
            final int sgidIndex = i % LEFT.length;
            receiver.postRecv(i, remote, 0, 256);
            sender.post(wr(sgidIndex, sgidIndex % 2));
            network.runUntilIdle(1_000);

            assertEquals(List.of("7 SUCCESS SEND 64"), sender.completions());
            assertEquals(List.of(i + " SUCCESS RECV 104"), receiver.completions());
            final byte[] source = LEFT[sgidIndex].getAddress().getAddress();
            final int offset = source.length == 4 ? SOURCE_IN_IPV4 : SOURCE_IN_IPV6;
            assertArrayEquals(source, Arrays.copyOfRange(Adapter.bytes(remote, 0, 40), offset, offset + source.length));
            assertArrayEquals(Adapter.bytes(local, 0, 64), Adapter.bytes(remote, 40, 64));
        }
    }

    /** Of the other family, or behind the end of the table. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 255})
    void shouldFailWhereThereIsNoSuchWay(final int sgidIndex) throws VerbsException
    {
        sender.post(wr(sgidIndex, 0));
        network.runUntilIdle(1_000);

        assertEquals(List.of("7 LOC_QP_OP_ERR SEND 0"), sender.completions());
        assertEquals(QpState.SQE, sender.state());
        assertEquals(0, network.sent());
    }

    private SendWr wr(final int sgidIndex, final int to)
    {
        return new SendWr().wrId(7).opcode(WrOpcode.SEND)
            .sge(local.addr(), 64, local.lkey())
            .destination(RIGHT[to].getAddress(), receiver.qpn(), QpEnd.Q_KEY)
            .sgidIndex(sgidIndex);
    }

    private static QpEnd up(final QpEnd qp) throws VerbsException
    {
        qp.toInit();
        qp.toRtr(qp, 0, 0);
        qp.toRts(0);
        return qp;
    }

    private static InetSocketAddress at(final String address)
    {
        return new InetSocketAddress(address, 4791);
    }
}
