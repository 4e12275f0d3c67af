package io.roce.nic.admin;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

/** Refused verbs as refused requests. */
final class VerbsRefusals
{
    private VerbsRefusals()
    {
    }

    /** What a verb said. */
    static Refusal of(final VerbsException refused)
    {
        final Refusal refusal = new Refusal(status(refused.code()), refused.code().name(), refused.getMessage());
        refused.fields().forEach(refusal::with);
        return refusal;
    }

    /** The HTTP status of each reason. */
    static int status(final VerbsErrorCode code)
    {
        return switch (code)
        {
            case OUT_OF_RANGE -> 400;
            case UNALLOCATED, QUARANTINED, UNKNOWN_HANDLE -> 404;
            case ILLEGAL_ATTRIBUTES, ILLEGAL_TRANSITION, ILLEGAL_STATE, SQ_DRAINING, TABLE_FULL, QPNS_QUARANTINED,
                QPN_NOT_FREE, NO_MEMORY, RESET_HOLD, LIMIT_REACHED, IN_USE, KEY_NOT_FREE -> 409;
        };
    }
}
