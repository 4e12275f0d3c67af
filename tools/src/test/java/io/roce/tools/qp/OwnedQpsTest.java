package io.roce.tools.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.cli.CommandFailedException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class OwnedQpsTest
{
    private static final int WISHED_QPN = 0x2A;

    private final ModelNode node = new ModelNode(new CachedNanoClock(), 1_000);

    @Test
    void shouldDestroyWhatIsLeftWhenClosed()
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            owned.create(QpType.RC);
            owned.destroy(owned.create(QpType.UC));
            owned.createIfFree(QpType.UD, WISHED_QPN);
        }

        assertTrue(node.qps().isEmpty(), node.qps()::toString);
        assertEquals(
            List.of("POST /v1/qps", "POST /v1/qps", "DELETE /v1/qps/18", "POST /v1/qps"),
            node.requests().subList(0, 4));
        assertEquals(
            Set.of("DELETE /v1/qps/17", "DELETE /v1/qps/42"),
            Set.copyOf(node.requests().subList(4, 6)),
            "in any order");
    }

    @Test
    void shouldLeaveWhatIsKept()
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            owned.createIfFree(QpType.RC, WISHED_QPN);
            owned.keep();
        }

        assertEquals(List.of(WISHED_QPN), List.copyOf(node.qps().keySet()));
    }

    @Test
    void shouldTellANumberThatIsNotFreeFromANodeThatIsFull()
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            assertEquals(WISHED_QPN, owned.createIfFree(QpType.RC, WISHED_QPN));
            assertEquals(OwnedQps.NOT_FREE, owned.createIfFree(QpType.RC, WISHED_QPN));
            owned.destroy(WISHED_QPN);
            assertEquals(OwnedQps.NOT_FREE, owned.createIfFree(QpType.RC, WISHED_QPN), "held back");
            assertEquals(OwnedQps.NOT_FREE, owned.createIfFree(QpType.RC, ModelNode.LAST_QPN + 1), "out of the pool");

            node.refuse("POST");
            assertEquals("TABLE_FULL",
                assertThrows(AdminException.class, () -> owned.createIfFree(QpType.RC, WISHED_QPN + 1)).code());
        }
    }

    @Test
    void shouldSayWhatItCouldNotDestroy()
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            final List<Integer> qpns = owned.create(QpType.RC, 2);
            node.refuse("DELETE");

            assertEquals(2, owned.count());
            assertEquals(qpns, owned.destroyAll());
            assertEquals(List.of(), owned.destroyAll(), "tried once");
        }
    }

    @Test
    void shouldFailToCloseWhenQueuePairsStayBehind()
    {
        final OwnedQps owned = new OwnedQps(node, ModelNode.AT);
        owned.create(QpType.RC, 2);
        node.refuse("DELETE");

        assertEquals(
            "queue pairs that were created are still on the node: 0x000011, 0x000012",
            assertThrows(CommandFailedException.class, owned::close).getMessage());
    }

    @Test
    void shouldNotAskANodeThatHasGoneForEachQueuePair()
    {
        final OwnedQps owned = new OwnedQps(node, ModelNode.AT);
        final List<Integer> qpns = owned.create(QpType.RC, 1_000);
        node.vanish();

        assertEquals(qpns, owned.destroyAll());
        assertTrue(node.unanswered() <= 100, "the requests under way, no more: " + node.unanswered());
        owned.close();
    }

    @Test
    void shouldMakeAndChangeNothingOnceItIsOver() throws UnknownHostException
    {
        final QpPlan plan = QpPlan.connectedTo(QpType.RC, InetAddress.getByName("127.50.0.1"), 1);
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            final int qpn = owned.create(QpType.RC);
            owned.destroyAll();
            final List<String> requests = List.copyOf(node.requests());

            assertThrows(CommandFailedException.class, () -> owned.create(QpType.RC));
            assertThrows(CommandFailedException.class, () -> owned.bringUp(qpn, plan, QpState.RTS));
            assertEquals(requests, node.requests());
        }
    }

    @Test
    void shouldMakeThemAtTheAddressWithItsPKey() throws UnknownHostException
    {
        final DataAddress at = new DataAddress(new InetSocketAddress("127.50.0.9", 4791), 3, 2, 5, 0x8001);
        try (OwnedQps owned = new OwnedQps(node, at))
        {
            final int qpn = owned.create(QpType.UC);
            owned.bringUp(qpn, QpPlan.connectedTo(QpType.UC, InetAddress.getByName("127.50.0.1"), 7), QpState.RTR);

            assertEquals(
                "{\"qpn\":17,\"generation\":1,\"epoch\":0,\"type\":\"UC\",\"state\":\"RTR\",\"pkey_index\":5," +
                    "\"port_num\":3,\"qp_access_flags\":[\"REMOTE_WRITE\"],\"dgid\":\"127.50.0.1\",\"sgid_index\":2," +
                    "\"path_mtu\":256,\"dest_qp_num\":7,\"rq_psn\":0}",
                node.qps().get(qpn).toString());
        }
    }

    @Test
    void shouldBringUpDatagramQueuePairsWithTheirKeyAndWithoutAPeer() throws UnknownHostException
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            final int qpn = owned.create(QpType.UD);
            owned.bringUp(
                qpn,
                new QpPlan(QpType.UD, InetAddress.getByName("127.50.0.1"), 1, 2, 3, 0xFFFF_FFFEL, 1024),
                QpState.RTS);

            assertEquals(
                "{\"qpn\":17,\"generation\":1,\"epoch\":0,\"type\":\"UD\",\"state\":\"RTS\"," +
                    "\"pkey_index\":0,\"port_num\":1,\"qkey\":4294967294," +
                    "\"sq_psn\":3}",
                node.qps().get(qpn).toString());
        }
    }
}
