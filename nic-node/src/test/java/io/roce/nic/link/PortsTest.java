package io.roce.nic.link;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class PortsTest
{
    private static final InetSocketAddress A = new InetSocketAddress("127.0.0.1", 4791);
    private static final InetSocketAddress B = new InetSocketAddress("127.0.0.2", 4791);

    @Test
    void shouldNumberEveryGidByItsPortAndItsPlace()
    {
        final InetSocketAddress c = new InetSocketAddress("::1", 0);

        assertEquals(
            List.of(new GidEntry(1, 0, A), new GidEntry(1, 1, c), new GidEntry(2, 0, B)),
            Ports.of(Port.of(1, A, c), Port.of(2, B)).gids());
    }

    @Test
    void shouldHaveTheDefaultPKeyAndTheLargestMtuUnlessTold()
    {
        final Port port = Port.of(1, A);

        assertEquals(List.of(0xFFFF), port.pKeys());
        assertEquals(4096, port.activeMtu());
        assertEquals(new Port(1, port.gids(), List.of(1, 0x8001), 256), port.pKeys(List.of(1, 0x8001)).activeMtu(256));
    }

    @Test
    void shouldTakeTheMostOfEverything()
    {
        final List<Integer> pKeys = IntStream.rangeClosed(1, 128).boxed().toList();
        final Ports ports = new Ports(IntStream.rangeClosed(1, 4)
            .mapToObj(portNum -> Port.of(portNum, addresses(portNum, 16)).pKeys(pKeys))
            .toList());

        assertEquals(64, ports.gids().size());
        assertEquals(128, ports.get(4).pKeys().size());
    }

    @ParameterizedTest
    @MethodSource
    void shouldNameWhatIsOutOfBounds(final Supplier<?> wrong, final String sentence)
    {
        assertEquals(sentence, assertThrows(IllegalArgumentException.class, wrong::get).getMessage());
    }

    static Stream<Arguments> shouldNameWhatIsOutOfBounds()
    {
        final List<Port> five =
            IntStream.rangeClosed(1, 5).mapToObj(portNum -> Port.of(portNum, addresses(portNum, 1))).toList();
        return Stream.of(
            wrong(() -> Ports.of(), "ports are 0, outside 1 to 4"),
            wrong(() -> new Ports(five), "ports are 5, outside 1 to 4"),
            wrong(() -> Ports.of(Port.of(1, A), Port.of(3, B)), "ports has number 3 where 2 is due"),
            wrong(() -> Port.of(2), "bind gives port 2 0 addresses, outside 1 to 16"),
            wrong(() -> Port.of(1, addresses(1, 17)), "bind gives port 1 17 addresses, outside 1 to 16"),
            wrong(() -> Port.of(1, Collections.singletonList(null)), "bind must be set"),
            wrong(
                () -> Port.of(1, A, new InetSocketAddress("::", 4791)),
                "bind must be a concrete address of this machine: [::]:4791"),
            wrong(
                () -> Ports.of(Port.of(1, A, B, new InetSocketAddress("127.0.0.1", 4792))),
                "bind has 127.0.0.1 twice: an address is one GID of one port"),
            wrong(
                () -> Ports.of(Port.of(1, A), Port.of(2, B, A)),
                "bind has 127.0.0.1 twice: an address is one GID of one port"),
            wrong(() -> Port.of(1, A).pKeys(List.of()), "pKeys gives port 1 0 keys, outside 1 to 128"),
            wrong(
                () -> Port.of(1, A).pKeys(IntStream.rangeClosed(1, 129).boxed().toList()),
                "pKeys gives port 1 129 keys, outside 1 to 128"),
            wrong(
                () -> Port.of(1, A).pKeys(List.of(0xFFFF, 0x8000)),
                "pKeys of port 1 has 0x8000, which names no partition: 16 bits, and the low 15 not 0"),
            wrong(
                () -> Port.of(1, A).pKeys(List.of(0)),
                "pKeys of port 1 has 0x0000, which names no partition: 16 bits, and the low 15 not 0"),
            wrong(
                () -> Port.of(1, A).pKeys(List.of(0x18001)),
                "pKeys of port 1 has 0x18001, which names no partition: 16 bits, and the low 15 not 0"),
            wrong(() -> Port.of(2, A).pKeys(List.of(1, 2, 1)), "pKeys of port 2 has 0x0001 twice"),
            wrong(
                () -> Port.of(1, A).activeMtu(1500),
                "activeMtu of port 1 is 1500, not one of [256, 512, 1024, 2048, 4096]"));
    }

    private static Arguments wrong(final Supplier<?> wrong, final String sentence)
    {
        return Arguments.of(wrong, sentence);
    }

    private static List<InetSocketAddress> addresses(final int net, final int count)
    {
        return IntStream.range(0, count)
            .mapToObj(i -> new InetSocketAddress("127.21." + net + '.' + (i + 1), 4791))
            .toList();
    }
}
