package io.roce.tools.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.RoceProcess;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.qp.OwnedQps;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a sweep ends, nothing that it made is left on the node. */
@Timeout(120)
class SweepEndTest
{
    /** It is ended while it waits for a quarantine that is longer than the test. */
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldLeaveNothingOnTheNodeWhenASignalEndsIt(
        final String signal, final int status, @TempDir final Path folder) throws IOException, InterruptedException
    {
        try (NicNode node = open())
        {
            final AdminClient client = new AdminClient(node.adminAddress());
            final String address = Addresses.format(node.adminAddress());
            try (RoceProcess sweep = new RoceProcess(folder, "sweep", "--node", address, "--from", "127.0.7.1",
                "--attack", "psn-rc,stale-reissued", "--probes", "10", "--max-time", "90s", "--unknown-bits", "4"))
            {
                while (held(node) == 0)
                {
                    assertTrue(sweep.process().isAlive(), sweep.err());
                    Thread.yield();
                }
                assertTrue(left(client, "mrs") > 0, "the memory of psn-rc is there until the end");

                sweep.signal(signal);

                assertEquals(status, sweep.awaitExit(), sweep.err());
                assertEquals("", sweep.err());
            }
            for (final String list : List.of("qps", "mrs", "cqs", "pds"))
            {
                assertEquals(0, left(client, list), list);
            }
        }
    }

    @Test
    void shouldLeaveNothingOnTheNodeWhenItsMeansAreRefused() throws IOException
    {
        final List<String> requests = new ArrayList<>();
        final NodeAdmin admin = (method, path, body) ->
        {
            requests.add(method + ' ' + path);
            if ("/v1/cqs".equals(path))
            {
                throw new AdminException("http://127.0.7.43", 409, Json.object().put("code", "NO_MEMORY"));
            }
            return Json.object().put("pd", 3);
        };
        try (OwnedQps owned = new OwnedQps(admin, null))
        {
            assertThrows(AdminException.class, () -> new Victims(admin, owned));
        }

        assertEquals(List.of("POST /v1/pds", "POST /v1/cqs", "DELETE /v1/pds/3"), requests);
    }

    private static NicNode open() throws IOException
    {
        final InetSocketAddress any = new InetSocketAddress("127.0.7.43", 0);
        return NicNode.open(
            new NicNodeConfig().quarantine(QuarantinePolicy.parse("60s")).bind(any).admin(any));
    }

    private static long held(final NicNode node)
    {
        return node.lane().submit(() -> (long)node.lane().queuePairs().figures().quarantine().held()).join();
    }

    private static int left(final AdminClient client, final String list)
    {
        return client.request("GET", "/v1/" + list, null).path(list).size();
    }
}
