package io.roce.tools.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.pace.Pause;
import io.roce.tools.stale.HoldWait;
import io.roce.tools.stale.NodePolicies;
import io.roce.tools.stale.QuarantineWait;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.SystemNanoClock;

/** Attacks one after the other on one ground. */
final class SweepRun
{
    private final ProgressNote note;
    private final AdmissionAttacks admission;
    private final MemoryAttacks memory;
    private final StaleAttacks stale;

    /** @param node what {@code GET /v1/node} answers. */
    SweepRun(final Ground ground, final JsonNode node, final ProgressNote note)
    {
        this.note = note;
        final HoldWait wait = new HoldWait(SystemNanoClock.INSTANCE, Pause.REAL, ground.maxTimeNs(),
            leftNs -> note.show("waiting for a quarantine"));
        admission = new AdmissionAttacks(ground, node);
        memory = new MemoryAttacks(ground);
        stale = new StaleAttacks(ground, NodePolicies.of(ground.admin()),
            new QuarantineWait(ground.admin(), ground.owned(), wait));
    }

    List<AttackResult> run(final List<Attack> attacks) throws IOException
    {
        final List<AttackResult> results = new ArrayList<>();
        try
        {
            for (final Attack attack : attacks)
            {
                note.show(attack.label());
                results.add(run(attack));
            }
        }
        finally
        {
            note.clear();
        }
        return results;
    }

    private AttackResult run(final Attack attack) throws IOException
    {
        return switch (attack)
        {
            case QPN_NEXT -> admission.qpnNext();
            case PEER -> admission.peer();
            case P_KEY -> admission.pKey();
            case Q_KEY -> admission.qKey();
            case ICRC_FORGED, ICRC_RANDOM -> admission.icrc(attack);
            case PSN_RC -> memory.psnRc();
            case PSN_UC -> memory.psnUc();
            case RKEY_RC -> memory.rKeyRc();
            case RKEY_UC -> memory.rKeyUc();
            case STALE_HELD -> stale.held();
            case STALE_REISSUED -> stale.reissued();
            case RESET -> stale.reset();
        };
    }
}
