package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.memory.DirectMemory;
import io.roce.nic.memory.VmDirectMemory;
import io.roce.nic.transport.Profile;
import io.roce.wire.icrc.IcrcMode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A served fake lane, and clients of it: a well-behaved one, and bytes on a socket. */
final class AdminFixture extends AdminClient implements AutoCloseable
{
    static final String ADDRESS = "127.30.0.1";
    static final long STARTED_NS = 1_000_000_000L;

    /** Of the year 2001, when a billion seconds had passed. */
    static final long WALL_NS = 1_000_000_000_123_456_789L;
    static final long STARTED_EPOCH_NS = 1_800_000_000_250_000_000L;
    static final NodeFacts FACTS = new NodeFacts(
        "0.1.0", IcrcMode.INFER, Profile.RXE_6_1, FakeLane.PORTS, 1, false, STARTED_NS, STARTED_EPOCH_NS);

    private static final long EVENT_INTERVAL_MS = 500;

    final FakeLane lane;
    final AdminServer server;

    AdminFixture() throws IOException
    {
        this(new AdminConfig(new InetSocketAddress(ADDRESS, 0), null));
    }

    AdminFixture(final AdminConfig config) throws IOException
    {
        this(config, FakeLane.LAST_QPN);
    }

    AdminFixture(final AdminConfig config, final int lastQpn) throws IOException
    {
        this(config, lastQpn, QueuePairsFixture.policies("2147483648ns"));
    }

    AdminFixture(final AdminConfig config, final int lastQpn, final QpnPolicies policies) throws IOException
    {
        this(config, lastQpn, policies, VmDirectMemory.INSTANCE, EVENT_INTERVAL_MS);
    }

    /** With memory of regions from elsewhere. */
    AdminFixture(final AdminConfig config, final DirectMemory memory) throws IOException
    {
        this(config, FakeLane.LAST_QPN, QueuePairsFixture.policies("2147483648ns"), memory, EVENT_INTERVAL_MS);
    }

    private AdminFixture(
        final AdminConfig config,
        final int lastQpn,
        final QpnPolicies policies,
        final DirectMemory memory,
        final long eventIntervalMs) throws IOException
    {
        lane = new FakeLane(lastQpn, policies);
        lane.clock.update(STARTED_NS);
        server = AdminServer.bind(config);
        server.serve(Lanes.of(lane), FACTS, lane.clock, () -> WALL_NS, memory, eventIntervalMs);
    }

    /** With events at another pace. */
    static AdminFixture withEvents(final AdminConfig config, final long intervalMs) throws IOException
    {
        return new AdminFixture(
            config,
            FakeLane.LAST_QPN,
            QueuePairsFixture.policies("2147483648ns"),
            VmDirectMemory.INSTANCE,
            intervalMs);
    }

    @Override
    InetSocketAddress address()
    {
        return server.address();
    }

    /** What comes back for these bytes until the server closes. */
    String exchange(final byte[] bytes) throws IOException
    {
        try (Socket socket = connect())
        {
            socket.getOutputStream().write(bytes);
            return readAll(socket);
        }
    }

    String exchange(final String text) throws IOException
    {
        return exchange(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Socket connect() throws IOException
    {
        final Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(TIMEOUT_MS);
        return socket;
    }

    static String readAll(final Socket socket) throws IOException
    {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The value behind the headers of a response. */
    static JsonNode body(final String response) throws IOException
    {
        final JsonNode json = MAPPER.readTree(response.substring(response.indexOf("\r\n\r\n") + 4));
        requireSentence(json);
        return json;
    }

    @Override
    public void close()
    {
        server.close();
        lane.close();
    }
}
