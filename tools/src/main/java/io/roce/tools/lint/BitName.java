package io.roce.tools.lint;

import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RocePacket;

/** In which field a bit of a packet is. */
final class BitName
{
    private static final String[] IPV4 = {
        "version and header length", "TOS", "total length", "total length", "identification", "identification",
        "flags and fragment offset", "flags and fragment offset", "TTL", "protocol", "header checksum",
        "header checksum", "source address", "source address", "source address", "source address",
        "destination address", "destination address", "destination address", "destination address"};
    private static final String[] UDP = {
        "source port", "source port", "destination port", "destination port", "length", "length", "checksum",
        "checksum"};
    private static final String[] BTH = {
        "opcode", "SE, MigReq, pad count and TVer", "P_Key", "P_Key", "FECN, BECN and reserved bits", "DestQP",
        "DestQP", "DestQP", "AckReq and reserved bits", "PSN", "PSN", "PSN"};
    private static final int IPV6_LENGTH_END = 6;
    private static final int IPV6_SOURCE = 8;
    private static final int IPV6_DESTINATION = 24;

    private BitName()
    {
    }

    /** @param bit eight times the offset from the start of the BTH, and 0 to 7 for the bit. */
    static String of(final Sighting packet, final int bit)
    {
        final int offset = Math.floorDiv(bit, Byte.SIZE);
        return "bit " + Math.floorMod(bit, Byte.SIZE) + " of " + field(packet, offset);
    }

    private static String field(final Sighting sighting, final int offset)
    {
        final RocePacket packet = sighting.packet();
        if (offset < -Envelope.UDP_HEADER_LENGTH)
        {
            return sighting.envelope().isIpv6() ?
                ipv6(offset + Envelope.UDP_HEADER_LENGTH + Envelope.IPV6_HEADER_LENGTH) :
                ipv4(offset + Envelope.UDP_HEADER_LENGTH + Envelope.IPV4_HEADER_LENGTH);
        }
        if (offset < 0)
        {
            return "UDP " + UDP[offset + UDP.length];
        }
        if (offset < BTH.length)
        {
            return "BTH " + BTH[offset];
        }
        if (offset >= packet.length() - Icrc.LENGTH)
        {
            return "the ICRC";
        }
        if (packet.opcode() != null)
        {
            for (final HeaderType header : packet.opcode().extendedHeaders())
            {
                final int start = packet.opcode().headerOffset(header);
                if (offset >= start && offset < start + header.length())
                {
                    return header + " byte " + (offset - start);
                }
            }
            return "payload byte " + (offset - packet.opcode().headerLength());
        }
        return "packet byte " + offset;
    }

    private static String ipv4(final int offset)
    {
        return "IPv4 " + (offset < 0 ? "byte " + offset : IPV4[offset]);
    }

    private static String ipv6(final int offset)
    {
        return "IPv6 " + (offset >= IPV6_DESTINATION ? "destination address" :
            offset >= IPV6_SOURCE ? "source address" :
            offset >= IPV6_LENGTH_END ? "next header" :
            offset >= IPV6_LENGTH_END - 2 ? "payload length" : "version");
    }
}
