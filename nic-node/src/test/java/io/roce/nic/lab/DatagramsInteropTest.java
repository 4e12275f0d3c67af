package io.roce.nic.lab;

import static io.roce.nic.lab.Completion.RECV;
import static io.roce.nic.lab.Completion.RECV_RDMA_WITH_IMM;
import static io.roce.nic.lab.Completion.SEND;
import static io.roce.nic.lab.Completion.WRITE;
import static io.roce.nic.lab.Pair.blank;
import static io.roce.nic.lab.Pair.expect;
import static io.roce.nic.lab.Pair.expectMargins;
import static io.roce.nic.lab.Pair.expectOnly;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.transport.Profile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** UC and UD between the kernel and a node, both ways. */
@Interop
class DatagramsInteropTest
{
    private static final int[] UC_LENGTHS = {0, 1, 2, 3, 4, 5, 1_024, 1_025, 10_000};
    /** The last is the port's active MTU. */
    private static final int[] UD_LENGTHS = {0, 1, 2, 3, 4, 5, 1_000, 4_096};

    private static final int OUT = 0;
    private static final int IN = 1 << 15;

    /** What stands in front of a UD message, and the flag of {@code ibv_wc_flags} that says so. */
    private static final int GRH_BYTES = 40;
    private static final int WC_GRH = 1;

    private final Lab lab;

    DatagramsInteropTest(final Lab lab)
    {
        this.lab = lab;
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldCarryUcMessages(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version, "uc");
        for (final String operation : new String[] {"send", "sendimm", "writeimm"})
        {
            final boolean isWrite = operation.startsWith("write");
            for (final int length : UC_LENGTHS)
            {
                pair.requester().call("pattern off=%d len=%d seed=%d", OUT, length, length);
                blank(pair.responder(), IN, length);
                pair.receive(length, isWrite ? OUT : IN);

                pair.post(operation, length, OUT, IN, "imm=0x11223344");

                expect(pair.requester(), isWrite ? WRITE : SEND);
                final Completion completion = expect(pair.responder(), isWrite ? RECV_RDMA_WITH_IMM : RECV);
                assertEquals(length, completion.number("len"));
                assertEquals(operation.endsWith("imm") ? 0x11223344 : 0, completion.number("imm"));
                expectOnly(pair.responder(), IN, length, length);
            }
        }
        pair.expectNoMore();
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldWriteByUcWithoutACompletion(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version, "uc");
        for (final int length : UC_LENGTHS)
        {
            pair.requester().call("pattern off=%d len=%d seed=%d", OUT, length, length);
            blank(pair.responder(), IN, length);
            pair.receive(0, OUT);

            pair.post("write", length, OUT, IN, "");
            pair.post("send", 0, OUT, 0, "");

            expect(pair.requester(), WRITE);
            expect(pair.requester(), SEND);
            expect(pair.responder(), RECV);
            expectOnly(pair.responder(), IN, length, length);
        }
        pair.expectNoMore();
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldCarryUdMessages(final Direction direction, final IpVersion version) throws IOException
    {
        final Pair pair = connect(direction, version, "ud");
        for (final String operation : new String[] {"send", "sendimm"})
        {
            for (final int length : UD_LENGTHS)
            {
                pair.requester().call("pattern off=%d len=%d seed=%d", OUT, length, length);
                blank(pair.responder(), IN, GRH_BYTES + length);
                pair.receive(GRH_BYTES + length, IN);

                pair.post(operation, length, OUT, 0, "imm=0x11223344 " + pair.toResponder());

                expect(pair.requester(), SEND);
                final Completion completion = expect(pair.responder(), RECV);
                assertEquals(GRH_BYTES + length, completion.number("len"));
                assertEquals(pair.requesterQpn(), completion.number("src_qp"));
                assertEquals(operation.endsWith("imm") ? 0x11223344 : 0, completion.number("imm"));
                assertEquals(WC_GRH, completion.number("flags") & WC_GRH);
                assertArrayEquals(addresses(direction, version), grhAddresses(pair.responder(), version));
                pair.responder().call("check off=%d len=%d seed=%d", IN + GRH_BYTES, length, length);
                expectMargins(pair.responder(), IN, GRH_BYTES + length);
            }
        }
        pair.expectNoMore();
    }

    @ParameterizedTest
    @MethodSource("io.roce.nic.lab.Direction#waysWithANode")
    void shouldDropUdMessagesWithAnotherQKey(final Direction direction, final IpVersion version)
    {
        final Pair pair = connect(direction, version, "ud");
        pair.requester().call("pattern off=%d len=100 seed=1", OUT);
        pair.requester().call("pattern off=%d len=100 seed=2", OUT + 100);
        pair.receive(GRH_BYTES + 100, IN);

        pair.post("send", 100, OUT, 0, "qkey=0x22222222 " + pair.toResponder());
        pair.post("send", 100, OUT + 100, 0, pair.toResponder());

        expect(pair.requester(), SEND);
        expect(pair.requester(), SEND);
        expect(pair.responder(), RECV);
        pair.responder().call("check off=%d len=100 seed=2", IN + GRH_BYTES);
        pair.expectNoMore();
    }

    private Pair connect(final Direction direction, final IpVersion version, final String type)
    {
        return Pair.connect(lab, direction, version, Profile.IBTA, new Setup().type(type));
    }

    /** Source and destination as they stand in the 40 bytes: of an IPv6 header, or of an IPv4 header at their end. */
    private static byte[] grhAddresses(final Shell shell, final IpVersion version)
    {
        final int length = version == IpVersion.IPV4 ? 8 : 32;
        return shell.call("dump off=%d len=%d", IN + GRH_BYTES - length, length).bytes();
    }

    private byte[] addresses(final Direction direction, final IpVersion version) throws IOException
    {
        final ByteArrayOutputStream addresses = new ByteArrayOutputStream();
        for (final End end : new End[] {direction.requester(lab, Profile.IBTA), direction.responder(lab, Profile.IBTA)})
        {
            addresses.write(InetAddress.getByName(end.address(version)).getAddress());
        }
        return addresses.toByteArray();
    }
}
