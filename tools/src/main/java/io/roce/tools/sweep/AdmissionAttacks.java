package io.roce.tools.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Numbers;
import io.roce.tools.qp.QpPlan;
import io.roce.tools.send.SourceAddress;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Attacks on what admission asks: number, peer, keys, ICRC. */
final class AdmissionAttacks
{
    private static final int P_KEY_BITS = 15;
    private static final int FULL_MEMBER = 0x8000;
    private static final int Q_KEY_BITS = 32;

    private final Ground ground;
    private final JsonNode node;

    /** @param node what {@code GET /v1/node} answers. */
    AdmissionAttacks(final Ground ground, final JsonNode node)
    {
        this.ground = ground;
        this.node = node;
    }

    /** A co-located attacker has a queue pair too, and the victim's is created after it. */
    AttackResult qpnNext() throws IOException
    {
        final long first = node.path("limits").path("first_qpn").asLong();
        final long pool = node.path("limits").path("last_qpn").asLong() - first + 1;
        final String order = node.path("policies").path("allocation").asText();
        final Volleys volleys = ground.volleys();
        final List<Long> tries = new ArrayList<>();
        for (int i = 0; i < ground.victims(); i++)
        {
            final int own = ground.owned().create(QpType.RC);
            final int victim = ground.served(QpType.RC, ground.plan(QpType.RC, 0));
            final RocePacketBuilder packet = ground.packet(Opcode.RC_SEND_ONLY, 0).set(PacketField.ACK_REQ, 1);
            tries.add(volleys.untilAdmitted(
                packet,
                index -> packet.set(PacketField.DEST_QP, first + (own - first + 1 + index) % pool),
                Math.min(pool, ground.maxPackets() / ground.victims())));
            ground.owned().destroy(victim);
            ground.owned().destroy(own);
        }
        final boolean isRandom = AllocationOrder.RANDOM.label().equals(order);
        return volleys.result(Attack.QPN_NEXT, tries,
            isRandom ? new Arithmetic((pool + 1) / 2.0, pool, 0, 0, false) :
                Arithmetic.ofFirst(ground.victims()),
            "allocation " + order + (isRandom ? ": the next number is any of " + Numbers.count(pool) :
                ": the next number is the attacker's and one"));
    }

    AttackResult peer() throws IOException
    {
        final QpPlan plan = QpPlan.connectedTo(QpType.RC, SourceAddress.otherThan(ground.attacker()), 0x11);
        final int victim = ground.bare(QpType.RC, plan);
        final Volleys volleys = ground.volleys();
        final RocePacketBuilder packet = ground.packet(Opcode.RC_SEND_ONLY, victim);
        volleys.send(packet, index -> packet.set(PacketField.PSN, index), 0, ground.probes());
        ground.owned().destroy(victim);
        return volleys.result(Attack.PEER, List.of(AttackResult.NONE), Arithmetic.ofNone(),
            volleys.count(Fate.PEER_MISMATCH) + " PEER_MISMATCH, without an answer; who sends from the peer's own " +
                "address passes");
    }

    AttackResult pKey() throws IOException
    {
        final Volleys volleys = ground.volleys();
        final List<Long> tries = new ArrayList<>();
        for (int i = 0; i < ground.victims(); i++)
        {
            final int victim = ground.bare(QpType.RC, ground.plan(QpType.RC, 0));
            final Ground.Order order = ground.order(P_KEY_BITS);
            final RocePacketBuilder packet = ground.packet(Opcode.RC_SEND_ONLY, victim);
            tries.add(volleys.untilAdmitted(
                packet, index -> packet.set(PacketField.P_KEY, FULL_MEMBER | order.at(index)), 1L << P_KEY_BITS));
            ground.owned().destroy(victim);
        }
        return volleys.result(Attack.P_KEY, tries,
            Arithmetic.ofGuessing(P_KEY_BITS, P_KEY_BITS, ground.victims()),
            "a wrong partition is dropped without an answer or an end; the default one needs no guess");
    }

    AttackResult qKey() throws IOException
    {
        final Volleys volleys = ground.volleys();
        final List<Long> tries = new ArrayList<>();
        for (int i = 0; i < ground.victims(); i++)
        {
            final long qKey = ground.random().nextInt() & Integer.MAX_VALUE;
            final int victim = ground.bare(QpType.UD, new QpPlan(
                QpType.UD, ground.attacker(), 0, 0, 0, qKey, QpPlan.PATH_MTU_DEFAULT));
            final Ground.Order order = ground.order(ground.unknownBits());
            final long block = qKey & ~order.mask();
            final RocePacketBuilder packet = ground.packet(Opcode.UD_SEND_ONLY, victim);
            tries.add(volleys.untilAdmitted(
                packet, index -> packet.set(PacketField.Q_KEY, block | order.at(index)), order.mask() + 1));
            ground.owned().destroy(victim);
        }
        return volleys.result(Attack.Q_KEY, tries,
            Arithmetic.ofGuessing(ground.unknownBits(), Q_KEY_BITS, ground.victims()),
            "a wrong Q_Key is dropped without an answer, as often as it comes");
    }

    /** On UC, where nothing but the ICRC could tell. */
    AttackResult icrc(final Attack attack) throws IOException
    {
        final boolean isForged = attack == Attack.ICRC_FORGED;
        final Victims.Region region = ground.memory().register();
        final int victim = ground.served(QpType.UC, ground.plan(QpType.UC, 0));
        final RocePacketBuilder packet = ground.write(Opcode.UC_RDMA_WRITE_ONLY, victim, region);
        final Volleys volleys = ground.volleys();
        volleys.send(
            packet,
            index -> packet
                .payload(Ground.payload(index))
                .icrc(isForged ? IcrcChoice.GOOD : IcrcChoice.GIVEN, ground.random().nextInt()),
            0,
            ground.probes());
        ground.owned().destroy(victim);
        final String mode = node.path("icrc").asText();
        final Arithmetic expectation = isForged ?
            Arithmetic.ofFirst(ground.probes()) : Arithmetic.ofChance(chance(mode), ground.probes());
        final boolean isThrough = volleys.admitted() == ground.probes();
        return volleys.result(attack, List.of(isThrough ? 1 : AttackResult.NONE), expectation, isForged ?
            "the ICRC is a checksum and no authentication: whoever can write a packet can compute it" :
            "ICRC mode " + mode + " takes one of " + Numbers.count(Math.round(1 / chance(mode))) + " at random");
    }

    /** Of an ICRC at random to be taken. */
    private static double chance(final String mode)
    {
        final double one = Math.scalb(1.0, -Integer.SIZE);
        if (IcrcMode.OFF.label().equals(mode))
        {
            return 1;
        }
        // Each of 2^16 identifications explains one, and with each of the two don't-fragment bits.
        return IcrcMode.STRICT.label().equals(mode) ? one :
            one * (1 << Short.SIZE) * (IcrcMode.INFER.label().equals(mode) ? 1 : 2);
    }
}
