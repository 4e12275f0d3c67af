package io.roce.tools.sweep;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.stale.NodePolicies;
import io.roce.tools.stale.QuarantineWait;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.util.List;

/** An old peer that goes on sending what it was allowed to: the key stays valid, the number and the PSN do not. */
final class StaleAttacks
{
    private static final int PSN_BITS = 24;
    private static final String RESET_HOLD = "RESET_HOLD";

    private final Ground ground;
    private final NodePolicies policies;
    private final QuarantineWait quarantine;

    StaleAttacks(final Ground ground, final NodePolicies policies, final QuarantineWait quarantine)
    {
        this.ground = ground;
        this.policies = policies;
        this.quarantine = quarantine;
    }

    AttackResult held() throws IOException
    {
        final Victims.Region region = ground.memory().register();
        final int qpn = ground.served(QpType.RC, ground.plan(QpType.RC, anyPsn()));
        ground.owned().destroy(qpn);
        final Volleys volleys = ground.volleys();
        send(volleys, qpn, region);
        return volleys.result(Attack.STALE_HELD, List.of(ground.memory().written(region)), Arithmetic.ofNone(),
            "quarantine " + policies.quarantine() + ": the number names no queue pair");
    }

    AttackResult reissued() throws IOException
    {
        quarantine.requireBearable(policies.quarantine());
        final Victims.Region region = ground.memory().register();
        final int qpn = ground.served(QpType.RC, ground.plan(QpType.RC, anyPsn()));
        ground.owned().destroy(qpn);
        quarantine.awaitFree(qpn, policies.quarantine());
        if (ground.owned().createIfFree(QpType.RC, qpn, ground.memory().service()) == OwnedQps.NOT_FREE)
        {
            throw new CommandFailedException("the node did not give the number " + Qpn.format(qpn) + " a second time");
        }
        ground.owned().bringUp(qpn, ground.plan(QpType.RC, anyPsn()), QpState.RTS);
        final Volleys volleys = ground.volleys();
        send(volleys, qpn, region);
        ground.owned().destroy(qpn);
        return volleys.result(Attack.STALE_REISSUED, List.of(ground.memory().written(region)), byChance(),
            "nothing but the PSN tells old from new: that is what the quarantine is for");
    }

    AttackResult reset() throws IOException
    {
        final Victims.Region region = ground.memory().register();
        final int qpn = ground.served(QpType.RC, ground.plan(QpType.RC, anyPsn()));
        ground.owned().toReset(qpn);
        final boolean isRefused = isRefused(qpn);
        final Volleys volleys = ground.volleys();
        send(volleys, qpn, region);
        ground.owned().destroy(qpn);
        return volleys.result(Attack.RESET, List.of(ground.memory().written(region)),
            isRefused ? Arithmetic.ofNone() : byChance(),
            "reset hold " + policies.resetHold().label() + (isRefused ?
                ": it stays in RESET as long as the old peer may transmit" :
                ": brought up at once, nothing but the PSN tells old from new"));
    }

    private boolean isRefused(final int qpn)
    {
        try
        {
            ground.owned().bringUp(qpn, ground.plan(QpType.RC, anyPsn()), QpState.RTS);
            return false;
        }
        catch (final AdminException e)
        {
            if (RESET_HOLD.equals(e.code()))
            {
                return true;
            }
            throw e;
        }
    }

    /** Packets with PSNs that follow from nothing. */
    private void send(final Volleys volleys, final int qpn, final Victims.Region region) throws IOException
    {
        final Ground.Order order = ground.order(PSN_BITS);
        final RocePacketBuilder packet = ground.write(Opcode.RC_RDMA_WRITE_ONLY, qpn, region);
        volleys.send(
            packet,
            index -> packet.set(PacketField.PSN, order.at(index)).payload(Ground.payload(index)),
            0,
            ground.probes());
    }

    private Arithmetic byChance()
    {
        final long psns = 1L << PSN_BITS;
        return new Arithmetic(
            (psns + 1) / 2.0, Long.MAX_VALUE, 0, (double)ground.probes() / psns, false);
    }

    private int anyPsn()
    {
        return ground.random().nextInt(Qpn.MASK + 1);
    }
}
