package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roce.nic.mmsg.Errno;
import io.roce.nic.mmsg.ReceiveBatch;
import io.roce.nic.mmsg.SendBatch;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the batches of system calls send and take, against the JDK's sockets. */
class BatchesTest
{
    private static final int BUFFER_BYTES = 1 << 20;
    private static final byte[] BYTES = new byte[70_000];

    private NativeSocket socket;
    private DatagramSocket peer;

    static
    {
        for (int i = 0; i < BYTES.length; i++)
        {
            BYTES[i] = (byte)(i * 31 + (i >> 8));
        }
    }

    @BeforeEach
    void beforeEach()
    {
        final String unavailability = NativeSocket.unavailability();
        assumeTrue(unavailability == null, unavailability);
    }

    @AfterEach
    void afterEach() throws IOException
    {
        if (socket != null)
        {
            socket.close();
            peer.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.40", "::1"})
    void shouldSendDatagramsOfEveryLengthInOrder(final String host) throws IOException
    {
        open(host);
        final SendBatch batch = new SendBatch(1 << 17);
        assertTrue(batch.isEmpty());
        for (final int length : new int[]{5, 0, 1_000, 65_000, 1})
        {
            assertTrue(batch.hasRoom(length));
            assertEquals(0, batch.add(BYTES, length % 7, length, to(), false));
        }
        assertFalse(batch.hasRoom(1 << 17));

        assertEquals(5, batch.send(socket.intValue()));

        assertTrue(batch.isEmpty());
        assertTrue(batch.hasRoom(1 << 17));
        for (final int length : new int[]{5, 0, 1_000, 65_000, 1})
        {
            assertArrayEquals(Arrays.copyOfRange(BYTES, length % 7, length % 7 + length), takenByPeer());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.41", "::1"})
    void shouldSendToOneDestinationAfterTheOther(final String host) throws IOException
    {
        open(host);
        try (DatagramSocket other = new DatagramSocket(new InetSocketAddress(host, 0)))
        {
            other.setSoTimeout(5_000);
            final SendBatch batch = new SendBatch(1 << 10);
            batch.add(BYTES, 0, 4, to(), true);
            batch.add(BYTES, 4, 4, (InetSocketAddress)other.getLocalSocketAddress(), true);
            batch.add(BYTES, 8, 4, to(), true);
            assertEquals(3, batch.send(socket.intValue()));

            assertArrayEquals(Arrays.copyOfRange(BYTES, 0, 4), takenByPeer());
            assertArrayEquals(Arrays.copyOfRange(BYTES, 8, 12), takenByPeer());
            final DatagramPacket packet = new DatagramPacket(new byte[8], 8);
            other.receive(packet);
            assertArrayEquals(Arrays.copyOfRange(BYTES, 4, 8), Arrays.copyOf(packet.getData(), packet.getLength()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.42", "::1"})
    void shouldNumberTheSegmentsOfAMessageAndStartAnotherWhereOneCannotGoOn(final String host) throws IOException
    {
        open(host);
        final SendBatch batch = new SendBatch(1 << 18);
        assertEquals(0, add(batch, 0, 1_000));
        assertEquals(1, add(batch, 1_000, 1_000));
        batch.changeLastWord(0x0102_0304);
        assertEquals(2, add(batch, 2_000, 300), "a shorter one is the last");
        assertEquals(0, add(batch, 3_000, 300));
        assertEquals(0, add(batch, 4_000, 301), "a longer one starts anew");
        for (int i = 0; i < 65; i++)
        {
            assertEquals(i % 64, add(batch, 5_000 + 100 * i, 1_001), "64 segments");
        }
        for (int i = 0; i < 8; i++)
        {
            assertEquals(i % 7, add(batch, i, 9_000), "65,507 bytes");
        }
        assertEquals(0, add(batch, 0, 0));

        int sent = 0;
        while (!batch.isEmpty())
        {
            final int now = batch.send(socket.intValue());
            assertTrue(now > 0, () -> "error " + -now);
            sent += now;
        }
        assertEquals(79, sent);
        assertArrayEquals(Arrays.copyOfRange(BYTES, 0, 1_000), takenByPeer());
        final byte[] changed = Arrays.copyOfRange(BYTES, 1_000, 2_000);
        for (int i = 0; i < 4; i++)
        {
            changed[996 + i] ^= (byte)(i + 1);
        }
        assertArrayEquals(changed, takenByPeer());
        assertArrayEquals(Arrays.copyOfRange(BYTES, 2_000, 2_300), takenByPeer());
        assertArrayEquals(Arrays.copyOfRange(BYTES, 3_000, 3_300), takenByPeer());
        assertArrayEquals(Arrays.copyOfRange(BYTES, 4_000, 4_301), takenByPeer());
        for (int i = 0; i < 65; i++)
        {
            assertArrayEquals(Arrays.copyOfRange(BYTES, 5_000 + 100 * i, 6_001 + 100 * i), takenByPeer());
        }
        for (int i = 0; i < 8; i++)
        {
            assertArrayEquals(Arrays.copyOfRange(BYTES, i, i + 9_000), takenByPeer());
        }
        assertArrayEquals(new byte[0], takenByPeer());
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.43", "::1"})
    void shouldSayWhatTheSystemRefusesAndGoOnBehindIt(final String host) throws IOException
    {
        open(host);
        final SendBatch batch = new SendBatch(1 << 18);
        add(batch, 0, 10);
        add(batch, 0, 66_000);
        add(batch, 10, 10);

        assertEquals(1, batch.send(socket.intValue()));
        assertEquals(-Errno.EMSGSIZE, batch.send(socket.intValue()));
        assertEquals(66_000, batch.firstLength());
        assertEquals(to(), batch.firstDestination());
        assertEquals(1, batch.drop());
        assertEquals(1, batch.send(socket.intValue()));
        assertTrue(batch.isEmpty());
        assertArrayEquals(Arrays.copyOfRange(BYTES, 0, 10), takenByPeer());
        assertArrayEquals(Arrays.copyOfRange(BYTES, 10, 20), takenByPeer());
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.44", "::1"})
    void shouldTakeDatagramsWithTheirSendersAndCutWhatIsLonger(final String host) throws IOException
    {
        open(host);
        final InetAddress address = InetAddress.getByName(host);
        final ReceiveBatch batch = new ReceiveBatch(4, 100, isIpv6(), false);
        assertEquals(0, batch.receive(socket.intValue()));

        try (DatagramSocket other = new DatagramSocket(new InetSocketAddress(host, 0)))
        {
            for (final int length : new int[]{3, 0, 100, 101, 7})
            {
                (length == 100 ? other : peer).send(new DatagramPacket(BYTES, length, socket.localAddress()));
            }

            assertEquals(4, batch.receive(socket.intValue()));
            final int[] lengths = {3, 0, 100, 100};
            final boolean[] areOther = {true, false, true, true};
            for (int i = 0; i < 4; i++)
            {
                assertEquals(lengths[i], batch.length(i));
                assertEquals(lengths[i], batch.segmentLength(i));
                assertEquals(areOther[i], batch.isOtherSender(i));
                assertEquals((i == 2 ? other : peer).getLocalPort(), batch.senderPort(i));
                final byte[] sender = new byte[address.getAddress().length];
                batch.copySenderAddress(i, sender);
                assertArrayEquals(address.getAddress(), sender);
                final byte[] bytes = new byte[102];
                batch.copy(i, 0, bytes, 1, lengths[i]);
                assertArrayEquals(
                    Arrays.copyOf(BYTES, lengths[i]), Arrays.copyOfRange(bytes, 1, 1 + lengths[i]));
            }
            assertEquals(1, batch.receive(socket.intValue()));
            assertEquals(7, batch.length(0));
            assertFalse(batch.isOtherSender(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.45", "::1"})
    void shouldTakeSegmentsTogetherAndSayHowLongEachIs(final String host) throws IOException
    {
        open(host);
        try (NativeSocket sender = NativeSocket.open(new InetSocketAddress(host, 0), 1))
        {
            assertTrue(socket.hasSegments());
            final SendBatch sent = new SendBatch(1 << 16);
            for (final int length : new int[]{1_000, 1_000, 400, 9})
            {
                sent.add(BYTES, 0, length, socket.localAddress(), true);
            }
            assertEquals(4, sent.send(sender.intValue()));

            final ReceiveBatch batch = new ReceiveBatch(4, ReceiveBatch.MAX_LENGTH, isIpv6(), true);
            assertEquals(2, batch.receive(socket.intValue()));
            assertEquals(2_400, batch.length(0));
            assertEquals(1_000, batch.segmentLength(0));
            assertEquals(9, batch.length(1));
            assertEquals(9, batch.segmentLength(1));
            final byte[] last = new byte[400];
            batch.copy(0, 2_000, last, 0, 400);
            assertArrayEquals(Arrays.copyOf(BYTES, 400), last);
        }
    }

    private int add(final SendBatch batch, final int offset, final int length)
    {
        return batch.add(BYTES, offset, length, to(), true);
    }

    private void open(final String host) throws IOException
    {
        socket = NativeSocket.open(new InetSocketAddress(host, 0), BUFFER_BYTES);
        peer = new DatagramSocket(new InetSocketAddress(host, 0));
        peer.setReceiveBufferSize(BUFFER_BYTES);
        peer.setSoTimeout(5_000);
    }

    private boolean isIpv6()
    {
        return socket.localAddress().getAddress().getAddress().length == 16;
    }

    private InetSocketAddress to()
    {
        return (InetSocketAddress)peer.getLocalSocketAddress();
    }

    private byte[] takenByPeer() throws IOException
    {
        final DatagramPacket packet = new DatagramPacket(new byte[1 << 16], 1 << 16);
        peer.receive(packet);
        assertEquals(socket.localAddress(), packet.getSocketAddress());
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }
}
