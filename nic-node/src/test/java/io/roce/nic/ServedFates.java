package io.roce.nic;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.header.NakCode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacketBuilder;

import java.util.EnumMap;
import java.util.Map;

/** For each fate that a served queue pair alone can give, what leads to it: one packet, after what must be before. */
final class ServedFates
{
    static final Map<Fate, Fixture> FIXTURES = new EnumMap<>(Fate.class);

    private static final int ACK = Syndrome.ack(Syndrome.NO_CREDIT_LIMIT);
    private static final int RESERVED = 0x40;

    /** Of a READ whose answer is under way for many turns to send, so long that packets behind it find it so. */
    private static final int LONG = 64 << 20;

    static
    {
        requests();
        unreliableRequests();
        receives();
        responses();
        failures();
    }

    private ServedFates()
    {
    }

    private static void requests()
    {
        FIXTURES.put(Fate.RESPONDER_FAILING, scene -> scene.qp(QpType.RC, LONG, 16, 1)
            .after(scene.read(0, LONG))
            .after(scene.request(Opcode.RC_SEND_MIDDLE, LONG / ServedScene.MTU))
            .request(Opcode.RC_SEND_ONLY, LONG / ServedScene.MTU + 1));
        FIXTURES.put(Fate.UNSERVED_DROPPED, scene -> scene.qp(QpType.RC)
            .request(Opcode.RC_FLUSH, 0));
        FIXTURES.put(Fate.DUPLICATE_ACKNOWLEDGED, scene -> scene.qp(QpType.RC)
            .request(Opcode.RC_SEND_ONLY, -1));
        FIXTURES.put(Fate.DUPLICATE_REPLAYED, scene -> scene.qp(QpType.RC)
            .after(scene.read(0, ServedScene.LENGTH))
            .read(0, ServedScene.LENGTH));
        FIXTURES.put(Fate.DUPLICATE_DROPPED, scene -> scene.qp(QpType.RC)
            .read(-1, ServedScene.LENGTH));
        FIXTURES.put(Fate.NAK_PSN_SEQUENCE, scene -> scene.qp(QpType.RC)
            .request(Opcode.RC_SEND_ONLY, 1));
        FIXTURES.put(Fate.PSN_AHEAD_DROPPED, scene -> scene.qp(QpType.RC)
            .after(scene.request(Opcode.RC_SEND_ONLY, 1))
            .request(Opcode.RC_SEND_ONLY, 2));
        FIXTURES.put(Fate.NAK_INVALID_REQUEST, scene -> scene.qp(QpType.RC)
            .request(Opcode.RC_SEND_MIDDLE, 0));
        FIXTURES.put(Fate.NAK_REMOTE_ACCESS, scene -> scene.qp(QpType.RC)
            .writeWithWrongKey(Opcode.RC_RDMA_WRITE_ONLY));
        FIXTURES.put(Fate.REQUEST_EXECUTED, scene -> scene.qp(QpType.RC)
            .read(0, ServedScene.LENGTH));
    }

    private static void unreliableRequests()
    {
        FIXTURES.put(Fate.UC_MESSAGE_DROPPED, scene -> scene.qp(QpType.UC)
            .request(Opcode.UC_SEND_LAST, 1));
        FIXTURES.put(Fate.UC_REQUEST_INVALID, scene -> scene.qp(QpType.UC)
            .request(Opcode.UC_SEND_LAST, 0));
        FIXTURES.put(Fate.UC_ACCESS_REFUSED, scene -> scene.qp(QpType.UC)
            .writeWithWrongKey(Opcode.UC_RDMA_WRITE_ONLY));
        FIXTURES.put(Fate.NO_RECEIVE_POSTED, scene -> scene.qp(QpType.UD)
            .datagram());
        FIXTURES.put(Fate.RECEIVE_TOO_SMALL, scene -> scene.qp(QpType.UD)
            .receive(ServedScene.LENGTH)
            .datagram());
        FIXTURES.put(Fate.RECEIVE_MEMORY_REFUSED, scene -> scene.qp(QpType.UC)
            .receiveWithWrongKey()
            .request(Opcode.UC_SEND_ONLY, 0));
    }

    private static void receives()
    {
        FIXTURES.put(Fate.RNR_NAK, scene -> scene.qp(QpType.RC)
            .request(Opcode.RC_SEND_ONLY, 0));
        FIXTURES.put(Fate.NAK_REMOTE_OPERATIONAL, scene -> scene.qp(QpType.RC)
            .receiveWithWrongKey()
            .request(Opcode.RC_SEND_ONLY, 0));
        FIXTURES.put(Fate.INVALIDATE_REFUSED, scene -> scene.qp(QpType.RC)
            .receive(ServedScene.LENGTH)
            .request(Opcode.RC_SEND_ONLY_WITH_INVALIDATE, 0));
        FIXTURES.put(Fate.CQ_OVERFLOW, scene -> scene.qp(QpType.RC, ServedScene.LENGTH, 1, 1)
            .receive(ServedScene.LENGTH)
            .receive(ServedScene.LENGTH)
            .after(scene.request(Opcode.RC_SEND_ONLY, 0))
            .request(Opcode.RC_SEND_ONLY, 1));
    }

    private static void responses()
    {
        FIXTURES.put(Fate.RESPONSE_UNEXPECTED, scene -> scene.qp(QpType.RC)
            .acknowledge(0, ACK));
        FIXTURES.put(Fate.RESPONSE_ACCEPTED, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .acknowledge(0, ACK));
        FIXTURES.put(Fate.RESPONSE_DUPLICATE, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .after(scene.acknowledge(0, ACK))
            .acknowledge(0, ACK));
        FIXTURES.put(Fate.RESPONSE_RESERVED_SYNDROME, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .acknowledge(0, RESERVED));
        FIXTURES.put(Fate.RESPONSE_IMPLIED_NAK, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.RDMA_READ, WrOpcode.SEND)
            .acknowledge(1, ACK));
        FIXTURES.put(Fate.RESPONSE_AHEAD, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.RDMA_READ, WrOpcode.SEND)
            .after(scene.acknowledge(1, ACK))
            .acknowledge(1, ACK));
        FIXTURES.put(Fate.RESPONSE_RNR_NAK, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .acknowledge(0, Syndrome.rnrNak(0)));
        FIXTURES.put(Fate.RESPONSE_NAK_PSN_SEQUENCE, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .acknowledge(0, Syndrome.nak(NakCode.PSN_SEQUENCE)));
    }

    private static void failures()
    {
        FIXTURES.put(Fate.RESPONSE_RETRY_EXCEEDED, scene -> scene.qp(QpType.RC, ServedScene.LENGTH, 16, 0)
            .sent(WrOpcode.SEND)
            .acknowledge(0, Syndrome.nak(NakCode.PSN_SEQUENCE)));
        FIXTURES.put(Fate.RESPONSE_RNR_RETRY_EXCEEDED, scene -> scene.qp(QpType.RC, ServedScene.LENGTH, 16, 0)
            .sent(WrOpcode.SEND)
            .acknowledge(0, Syndrome.rnrNak(0)));
        FIXTURES.put(Fate.RESPONSE_NAK_INVALID_REQUEST, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .acknowledge(0, Syndrome.nak(NakCode.INVALID_REQUEST)));
        FIXTURES.put(Fate.RESPONSE_NAK_REMOTE_ACCESS, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.RDMA_WRITE)
            .acknowledge(0, Syndrome.nak(NakCode.REMOTE_ACCESS)));
        FIXTURES.put(Fate.RESPONSE_NAK_REMOTE_OPERATIONAL, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .acknowledge(0, Syndrome.nak(NakCode.REMOTE_OPERATIONAL)));
        FIXTURES.put(Fate.RESPONSE_BAD, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.SEND)
            .response(Opcode.RC_ATOMIC_ACKNOWLEDGE, 0, ACK));
        FIXTURES.put(Fate.RESPONSE_LOCAL_PROTECTION, scene -> scene.qp(QpType.RC)
            .sent(WrOpcode.RDMA_READ)
            .withoutMemory()
            .response(Opcode.RC_RDMA_READ_RESPONSE_ONLY, 0, ACK));
        FIXTURES.put(Fate.RESPONSE_CQ_OVERFLOW, scene -> scene.qp(QpType.RC, ServedScene.LENGTH, 1, 1)
            .sent(WrOpcode.SEND, WrOpcode.SEND)
            .acknowledge(1, ACK));
    }

    /** What leads to a fate. */
    interface Fixture
    {
        /** Does what must be before. */
        RocePacketBuilder packet(ServedScene scene) throws Exception;
    }
}
