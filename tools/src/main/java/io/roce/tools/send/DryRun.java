package io.roce.tools.send;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.PacketPrinter;
import io.roce.wire.packet.RoceDatagram;

import java.io.PrintWriter;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.HexFormat;

/** The packets in hex, in place of their being sent: what {@code --hex -} reads again. */
final class DryRun
{
    private final PacketSeries packets;
    private final RoceDatagram datagram;

    DryRun(final PacketSeries packets, final RoceDatagram datagram)
    {
        this.packets = packets;
        this.datagram = datagram;
    }

    void print(final Output output, final InetSocketAddress to, final Long seed)
    {
        if (output.isJson())
        {
            output.json(json(to, seed));
            return;
        }
        final PrintWriter out = output.out();
        for (long i = 0; i < packets.count(); i++)
        {
            packets.build(i);
            out.println("# " + PacketPrinter.line(datagram));
            out.println(hex());
        }
        if (seed != null)
        {
            out.println("# --seed " + Long.toUnsignedString(seed) + " makes the same packets.");
        }
        if (datagram.envelope().sourcePort() == 0)
        {
            out.println(
                "# The UDP source port is any: not known yet, and the ICRC covers it. --from ADDR:PORT says which.");
        }
    }

    /** With the first packet's length and bytes beside the list of all. */
    private ObjectNode json(final InetSocketAddress to, final Long seed)
    {
        packets.build(0);
        final ObjectNode json = Json.object()
            .put("to", Addresses.format(to))
            .put("udp_src_port", datagram.envelope().sourcePort())
            .put("length", datagram.length())
            .put("hex", hex());
        if (seed != null)
        {
            json.put("seed", new BigInteger(Long.toUnsignedString(seed)));
        }
        final ArrayNode list = json.putArray("packets");
        for (long i = 0; i < packets.count(); i++)
        {
            packets.build(i);
            list.add(hex());
        }
        return json;
    }

    private String hex()
    {
        return HexFormat.of().formatHex(
            datagram.envelope().array(), Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + datagram.length());
    }
}
