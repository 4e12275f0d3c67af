package io.roce.tools.lint;

import io.roce.wire.PKey;

/** Partition keys and MigReq of the two ends of a connection. */
final class MemberRules
{
    private static final int FULL_MEMBER = 0x8000;
    private static final int MIG_REQ_TOLD = -2;

    private final Findings findings;

    MemberRules(final Findings findings)
    {
        this.findings = findings;
    }

    void onRequest(final Flow flow, final Sighting packet)
    {
        final int pKey = packet.packet().bth().pKey();
        if (flow.pKey < 0)
        {
            flow.pKey = pKey;
            limited(flow, packet, pKey);
            both(flow, packet);
        }
        differs(flow, packet, pKey, flow.pKey);
        migReq(flow, packet);
    }

    void onAnswer(final Flow flow, final Sighting packet)
    {
        final int pKey = packet.packet().bth().pKey();
        if (flow.answerPKey < 0)
        {
            flow.answerPKey = pKey;
            limited(flow, packet, pKey);
            both(flow, packet);
        }
        differs(flow, packet, pKey, flow.pKey);
        migReq(flow, packet);
    }

    private void limited(final Flow flow, final Sighting packet, final int pKey)
    {
        if ((pKey & FULL_MEMBER) == 0 && PKey.isValid(pKey))
        {
            findings.add(FindingCode.P_KEY_LIMITED, flow, packet.number(), PKey.format(pKey));
        }
    }

    private void both(final Flow flow, final Sighting packet)
    {
        if (flow.pKey >= 0 && flow.answerPKey >= 0 && ((flow.pKey | flow.answerPKey) & FULL_MEMBER) == 0)
        {
            findings.add(FindingCode.P_KEY_LIMITED_BOTH, flow, packet.number(),
                PKey.format(flow.pKey) + " and " + PKey.format(flow.answerPKey));
        }
    }

    private void differs(final Flow flow, final Sighting packet, final int pKey, final int other)
    {
        if (other >= 0 && PKey.ofFullMember(pKey) != PKey.ofFullMember(other))
        {
            findings.add(FindingCode.P_KEY_DIFFERS, flow, packet.number(),
                PKey.format(pKey) + ", others have " + PKey.format(other));
        }
    }

    private void migReq(final Flow flow, final Sighting packet)
    {
        final int migReq = packet.packet().bth().isMigReq() ? 1 : 0;
        if (flow.migReq == -1)
        {
            flow.migReq = migReq;
        }
        else if (flow.migReq != MIG_REQ_TOLD && flow.migReq != migReq)
        {
            flow.migReq = MIG_REQ_TOLD;
            findings.add(FindingCode.MIG_REQ_DIFFERS, flow, packet.number(), "MigReq " + migReq + " here");
        }
    }
}
