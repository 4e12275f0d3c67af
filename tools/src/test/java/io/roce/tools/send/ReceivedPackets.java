package io.roce.tools.send;

import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A socket that packets are sent to, and nothing of this project between it and the test. */
final class ReceivedPackets implements AutoCloseable
{
    private static final int TIMEOUT_MS = 10_000;

    private final DatagramSocket socket;

    ReceivedPackets(final String address) throws IOException
    {
        socket = new DatagramSocket(new InetSocketAddress(address, 0));
        socket.setReceiveBufferSize(1 << 22);
        socket.setSoTimeout(TIMEOUT_MS);
    }

    String address()
    {
        return Addresses.format((InetSocketAddress)socket.getLocalSocketAddress());
    }

    /** So many, in the order in which they came. */
    List<byte[]> take(final int count) throws IOException
    {
        final List<byte[]> packets = new ArrayList<>();
        final DatagramPacket packet = new DatagramPacket(new byte[0xFFFF], 0xFFFF);
        while (packets.size() < count)
        {
            packet.setLength(0xFFFF);
            socket.receive(packet);
            packets.add(Arrays.copyOf(packet.getData(), packet.getLength()));
        }
        return packets;
    }

    /** As IPv4 datagrams to the port of RoCEv2, in a file for another program. */
    static void record(final List<byte[]> packets, final Path file) throws IOException
    {
        final ByteBuffer out = ByteBuffer.allocate(
            24 + packets.stream().mapToInt(packet -> 16 + 28 + packet.length).sum()).order(ByteOrder.BIG_ENDIAN);
        out.putInt(0xA1B2C3D4).putShort((short)2).putShort((short)4).putLong(0).putInt(0xFFFF).putInt(101);
        for (final byte[] packet : packets)
        {
            final int length = 28 + packet.length;
            out.putInt(0).putInt(0).putInt(length).putInt(length);
            out.putShort((short)0x4500).putShort((short)length).putInt(0x4000).putInt(0x40110000)
                .putInt(0x7F000001).putInt(0x7F000001);
            out.putShort((short)4791).putShort((short)4791).putShort((short)(length - 20)).putShort((short)0);
            out.put(packet);
        }
        Files.write(file, out.array());
    }

    @Override
    public void close()
    {
        socket.close();
    }
}
