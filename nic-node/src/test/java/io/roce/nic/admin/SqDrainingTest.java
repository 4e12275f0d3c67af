package io.roce.nic.admin;

import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A queue pair in SQD as the admin API shows it, with work that is told of as a transport would. */
class SqDrainingTest extends WithAdmin
{
    private static final int QPN = FakeLane.FIRST_QPN;
    private static final String PATH = "/v1/qps/" + QPN;
    private static final String SQ_DRAINING = "sq_draining";

    @Test
    void shouldShowThatAQueuePairWithoutWorkDrainsAtOnce() throws Exception
    {
        assertFalse(bringToRts().json().has(SQ_DRAINING));

        final Reply drained = node.patch(PATH, "{\"state\":\"SQD\"}");

        assertFalse(drained.json().get(SQ_DRAINING).booleanValue());
        assertFalse(node.patch(PATH, "{\"state\":\"RTS\"}").json().has(SQ_DRAINING));
    }

    @Test
    void shouldLetADrainingQueuePairGoToErrAlone() throws Exception
    {
        bringToRts();
        node.patch(PATH, "{\"state\":\"SQD\"}");
        drain(true);

        assertTrue(node.get(PATH).json().get(SQ_DRAINING).booleanValue());
        final Reply before = node.get(PATH);
        for (final String body : new String[]{"{\"state\":\"RTS\"}", "{\"state\":\"RESET\"}", "{\"qkey\":7}"})
        {
            final Reply refused = node.patch(PATH, body);
            assertEquals(409, refused.status(), body);
            assertEquals("SQ_DRAINING", refused.code(), body);
            assertEquals("[\"ERR\"]", refused.json().get("allowed").toString(), body);
        }
        assertEquals(before.json(), node.get(PATH).json());

        final Reply failed = node.patch(PATH, "{\"state\":\"ERR\"}");
        assertEquals("ERR", failed.json().get("state").textValue());
        assertFalse(failed.json().has(SQ_DRAINING));
    }

    @Test
    void shouldGoOnWhenTheLastOfTheWorkIsDone() throws Exception
    {
        bringToRts();
        node.patch(PATH, "{\"state\":\"SQD\"}");
        drain(true);
        assertEquals(409, node.patch(PATH, "{\"state\":\"RTS\"}").status());
        drain(false);

        assertEquals("RTS", node.patch(PATH, "{\"state\":\"RTS\"}").json().get("state").textValue());
    }

    @Test
    void shouldDestroyAQueuePairThatDrainsAndLeaveNothingOfItToTheNext() throws Exception
    {
        bringToRts();
        node.patch(PATH, "{\"state\":\"SQD\"}");
        drain(true);

        assertEquals(200, node.delete(PATH).status());
        node.lane.clock.advance(FakeLane.QUARANTINE_NS);
        node.post("/v1/qps", "{\"type\":\"UD\",\"qpn\":" + QPN + "}");
        assertEquals(200, node.patch(PATH, "{\"state\":\"INIT\",\"pkey_index\":0,\"port_num\":1,\"qkey\":1}").status());
    }

    private Reply bringToRts() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"UD\",\"qpn\":" + QPN + "}");
        node.patch(PATH, "{\"state\":\"INIT\",\"pkey_index\":0,\"port_num\":1,\"qkey\":1}");
        node.patch(PATH, "{\"state\":\"RTR\"}");
        return node.patch(PATH, "{\"state\":\"RTS\",\"sq_psn\":0}");
    }

    private void drain(final boolean isSqDraining) throws Exception
    {
        node.lane.submit(() ->
        {
            node.lane.queuePairs.resolver().resolve(QPN).sqDraining(isSqDraining);
            return null;
        }).get();
    }
}
