package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatagramSenderTest
{
    private static final byte[] BYTES = {0, 1, 2, 3, 4, 5, 6, 7};

    private final DatagramPacket packet = new DatagramPacket(new byte[BYTES.length], BYTES.length);

    @ParameterizedTest
    @CsvSource({"127.20.6.1, 127.20.6.2", "::1, ::1"})
    void shouldSendFromOneAddressEmptyDatagramsToo(final String fromHost, final String toHost) throws Exception
    {
        try (DatagramSocket receiver = receiver(toHost);
            DatagramSender sender = DatagramSender.open(new InetSocketAddress(fromHost, 0)))
        {
            assertTrue(sender.localAddress().getPort() > 0);
            final InetSocketAddress to = (InetSocketAddress)receiver.getLocalSocketAddress();
            sender.send(BYTES, 2, 3, to);
            sender.send(BYTES, 8, 0, to);
            sender.send(BYTES, 0, 1, to);

            for (final byte[] expected : new byte[][]{{2, 3, 4}, {}, {0}})
            {
                assertArrayEquals(expected, taken(receiver));
                assertEquals(sender.localAddress(), packet.getSocketAddress());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.20.6.9", "::1"})
    void shouldKeepTheOrderOfWhatLeavesTogetherAndAtOnce(final String host) throws Exception
    {
        try (DatagramSocket receiver = receiver(host);
            DatagramSender sender = DatagramSender.open(new InetSocketAddress(host, 0)))
        {
            final InetSocketAddress to = (InetSocketAddress)receiver.getLocalSocketAddress();
            final SendRefusals refusals = new SendRefusals();
            for (int round = 0; round < 10; round++)
            {
                for (int i = 0; i < 20 * round; i++)
                {
                    sender.add(BYTES, i % 4, i % 5, to, refusals);
                }
                if (round % 2 == 0)
                {
                    sender.flush();
                }
                sender.send(BYTES, 0, 8, to);

                for (int i = 0; i < 20 * round; i++)
                {
                    assertArrayEquals(Arrays.copyOfRange(BYTES, i % 4, i % 4 + i % 5), taken(receiver));
                }
                assertArrayEquals(BYTES, taken(receiver));
            }
            assertEquals(0, refusals.count());
        }
    }

    @Test
    void shouldCountByReasonWhatIsRefusedAndSendTheRest() throws Exception
    {
        try (DatagramSocket receiver = receiver("127.20.6.11");
            DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.10", 0)))
        {
            final InetSocketAddress to = (InetSocketAddress)receiver.getLocalSocketAddress();
            final InetSocketAddress broadcast = new InetSocketAddress("127.255.255.255", to.getPort());
            final SendRefusals refusals = new SendRefusals();
            final SendRefusals others = new SendRefusals();
            sender.add(BYTES, 0, 1, to, others);
            sender.add(new byte[65_508], 0, 65_508, to, refusals);
            sender.add(BYTES, 0, 2, to, others);
            sender.add(BYTES, 0, 3, broadcast, refusals);
            sender.add(BYTES, 0, 4, broadcast, refusals);
            sender.add(new byte[70_000], 0, 70_000, to, refusals);
            sender.add(BYTES, 0, 5, to, others);
            sender.flush();

            for (final int length : new int[]{1, 2, 5})
            {
                assertEquals(length, taken(receiver).length);
            }
            assertEquals(0, others.count());
            assertEquals(4, refusals.count());
            assertEquals(
                Map.of(SendFailure.TOO_LONG, 2L, SendFailure.NOT_PERMITTED, 2L), refusals.byReason());
            assertThrows(IOException.class, () -> sender.send(BYTES, 0, 1, broadcast));
            assertEquals(4, refusals.count(), "what is sent at once is said at once");
        }
    }

    @Test
    void shouldNameLengthDestinationAndReasonOfTheFirstRefusal() throws Exception
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.12", 0)))
        {
            final SendRefusals refusals = new SendRefusals();
            sender.add(BYTES, 0, 3, new InetSocketAddress("127.255.255.255", 9), refusals);
            sender.add(BYTES, 0, 4, new InetSocketAddress("127.255.255.255", 9), refusals);
            sender.flush();

            assertEquals(
                "a datagram of 3 bytes cannot be sent to 127.255.255.255:9: the system does not permit it",
                refusals.first().getMessage());
        }
    }

    @Test
    void shouldRefuseWhatComesAfterTheEnd() throws Exception
    {
        final DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.13", 0));
        sender.close();

        final String message = assertThrows(
            IOException.class, () -> sender.send(BYTES, 0, 1, new InetSocketAddress("127.20.6.13", 9))).getMessage();
        assertTrue(message.endsWith("the socket is closed"), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {65_508, 65_535, 65_536, 1_000_000})
    void shouldNameTheLengthOfWhatIsTooLong(final int length) throws Exception
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.3", 0)))
        {
            final IOException failure = assertThrows(IOException.class, () -> sender.send(
                new byte[length], 0, length, new InetSocketAddress("127.20.6.4", 9)));
            assertTrue(failure.getMessage().contains(length + " bytes"), failure.getMessage());
        }
    }

    @Test
    void shouldNotMindThatNobodyListens() throws Exception
    {
        final InetSocketAddress nobody;
        try (DatagramSocket receiver = receiver("127.20.6.5"))
        {
            nobody = (InetSocketAddress)receiver.getLocalSocketAddress();
        }
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.6", 0)))
        {
            for (int i = 0; i < 100; i++)
            {
                sender.send(BYTES, 0, BYTES.length, nobody);
            }
        }
    }

    @Test
    void shouldSayThatAnAddressIsInUse() throws Exception
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.7", 0)))
        {
            assertEquals(
                "127.20.6.7:" + sender.localAddress().getPort() + " is in use",
                assertThrows(IOException.class, () -> DatagramSender.open(sender.localAddress())).getMessage());
        }
    }

    @Test
    void shouldSayThatAnAddressIsNotOfThisMachine()
    {
        assertEquals(
            "192.0.2.1 is not an address of this machine",
            assertThrows(
                IOException.class, () -> DatagramSender.open(new InetSocketAddress("192.0.2.1", 0))).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "239.1.2.3"})
    void shouldRefuseAnAddressThatNoDatagramCanComeFrom(final String host)
    {
        final String message = assertThrows(
            IllegalArgumentException.class, () -> DatagramSender.open(new InetSocketAddress(host, 4791))).getMessage();
        assertTrue(message.contains("concrete") && message.contains("4791"), message);
    }

    @Test
    void shouldRefuseADestinationOfAnotherFamily() throws Exception
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.6.8", 0)))
        {
            assertThrows(
                IllegalArgumentException.class, () -> sender.send(BYTES, 0, 1, new InetSocketAddress("::1", 9)));
        }
    }

    private byte[] taken(final DatagramSocket receiver) throws IOException
    {
        packet.setLength(BYTES.length);
        receiver.receive(packet);
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    private static DatagramSocket receiver(final String host) throws IOException
    {
        final DatagramSocket socket = new DatagramSocket(new InetSocketAddress(host, 0));
        socket.setSoTimeout(10_000);
        return socket;
    }
}
