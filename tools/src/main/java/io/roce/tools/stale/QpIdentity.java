package io.roce.tools.stale;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;

/** Which life of a number a queue pair is, and which of the connections in it. */
record QpIdentity(long generation, int epoch)
{
    /** That of the queue pair which has the number; null when none has. */
    static QpIdentity of(final NodeAdmin admin, final int qpn)
    {
        try
        {
            final JsonNode qp = admin.request("GET", "/v1/qps/" + qpn, null);
            return new QpIdentity(qp.path("generation").asLong(), qp.path("epoch").asInt());
        }
        catch (final AdminException ex)
        {
            if (QuarantineWait.QUARANTINED.equals(ex.code()) || QuarantineWait.UNALLOCATED.equals(ex.code()))
            {
                return null;
            }
            throw ex;
        }
    }
}
