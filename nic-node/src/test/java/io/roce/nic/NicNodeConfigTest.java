package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.MissCostKind;
import io.roce.nic.qp.QpCacheKind;
import io.roce.nic.qp.QpCacheProfile;
import io.roce.nic.qpn.QuarantinePolicy;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NicNodeConfigTest
{
    private static final InetSocketAddress REAL_INTERFACE = new InetSocketAddress("192.0.2.7", 4791);

    @Test
    void shouldAcceptItsOwnDefaults()
    {
        assertDoesNotThrow(() -> new NicNodeConfig().validate());
    }

    @Test
    void shouldHoldNumbersBackAsLongAsTheUsualPeerMayTransmit()
    {
        // 8 transmissions, 4.096 us x 2^14 each, hardware may take four times as long.
        assertEquals("2.147483648s", new NicNodeConfig().quarantine().toString());
    }

    @ParameterizedTest
    @MethodSource
    void shouldAcceptTheBounds(final UnaryOperator<NicNodeConfig> setting)
    {
        assertDoesNotThrow(() -> setting.apply(new NicNodeConfig()).validate());
    }

    static Stream<UnaryOperator<NicNodeConfig>> shouldAcceptTheBounds()
    {
        return Stream.of(
            config -> config.qpns(2, 2),
            config -> config.qpns(0xFF_FFFE, 0xFF_FFFE),
            config -> config.maxQps(1),
            config -> config.drops(0),
            config -> config.drops(65_536),
            config -> config.maxQps(0xFF_FFFD),
            config -> config.quarantine(QuarantinePolicy.NONE),
            config -> config.quarantineCapNs(0).packetLifetimeNs(0),
            config -> config.quarantineCapNs(315_360_000_000_000_000L).packetLifetimeNs(315_360_000_000_000_000L),
            config -> config.cache(QpCacheConfig.OFF),
            config -> config.cache(new QpCacheConfig(1, 1)),
            config -> config.cache(new QpCacheConfig(1 << 20, 16)),
            config -> config.ports(Ports.of(Port.of(1, REAL_INTERFACE))).adminToken("secret"),
            config -> config.bind(REAL_INTERFACE).adminToken("secret"),
            config -> config.bind(REAL_INTERFACE).admin(new InetSocketAddress("127.0.0.1", 0)));
    }

    @ParameterizedTest
    @MethodSource
    void shouldNameKnobAndValueOfWhatIsOutOfBounds(
        final UnaryOperator<NicNodeConfig> setting, final List<String> words)
    {
        final String message = assertThrows(
            IllegalArgumentException.class, () -> setting.apply(new NicNodeConfig()).validate()).getMessage();

        assertTrue(message.startsWith(words.get(0) + ' '), message);
        assertFalse(message.contains("/"), message);
        words.forEach(word -> assertTrue(message.contains(word), message + " does not say " + word));
    }

    static Stream<Arguments> shouldNameKnobAndValueOfWhatIsOutOfBounds()
    {
        return Stream.of(
            wrong(config -> config.bind(null), "bind"),
            wrong(config -> config.bind(new InetSocketAddress("0.0.0.0", 4791)), "bind", " 0.0.0.0:4791", "concrete"),
            wrong(config -> config.bind(new InetSocketAddress("::", 4791)), "bind", "[::]:4791", "concrete"),
            wrong(config -> config.bind(new InetSocketAddress("239.1.2.3", 4791)), "bind", "239.1.2.3"),
            wrong(config -> config.bind(InetSocketAddress.createUnresolved("nowhere", 1)), "bind", "nowhere"),
            wrong(config -> config.ports(null), "ports"),
            wrong(config -> config.admin(new InetSocketAddress("0.0.0.0", 1)), "admin", "0.0.0.0"),
            wrong(config -> config.bind(REAL_INTERFACE), "adminToken", " 192.0.2.7:4791", "loopback"),
            wrong(
                config -> config.admin(new InetSocketAddress("2001:db8::7", 1)), "adminToken", "[2001:db8::7]:1"),
            wrong(config -> config.adminToken(" "), "adminToken", "blank"),
            wrong(config -> config.adminToken("caf\u00e9"), "adminToken", "not ASCII", "4"),
            wrong(config -> config.qpns(1, 100), "firstQpn", "0x000001", "0x000002"),
            wrong(config -> config.qpns(0x100_0000, 0x100_0000), "firstQpn", "0x1000000", "0xfffffe"),
            wrong(config -> config.qpns(-1, 100), "firstQpn", "-1"),
            wrong(config -> config.qpns(20, 19), "lastQpn", "0x000013", "0x000014"),
            wrong(config -> config.qpns(20, 0xFF_FFFF), "lastQpn", "0xffffff", "0xfffffe"),
            wrong(config -> config.drops(-1), "drops", "-1", "65536"),
            wrong(config -> config.drops(65_537), "drops", "65537", "65536"),
            wrong(config -> config.maxQps(0), "maxQps", "0", "1"),
            wrong(config -> config.maxQps(0xFF_FFFE), "maxQps", "16777214", "16777213"),
            wrong(config -> config.allocation(null), "allocation"),
            wrong(config -> config.quarantine(null), "quarantine"),
            wrong(config -> config.pressure(null), "pressure"),
            wrong(config -> config.resetHold(null), "resetHold"),
            wrong(config -> config.quarantineCapNs(-1), "quarantineCapNs", "-1", "315360000000000000"),
            wrong(config -> config.packetLifetimeNs(Long.MAX_VALUE), "packetLifetimeNs", "9223372036854775807"),
            wrong(config -> config.table(null), "table"),
            wrong(config -> config.cache(null), "cache"),
            wrong(config -> config.cache(new QpCacheConfig(0, 4)), "cacheSets", "0", "power of two"),
            wrong(config -> config.cache(new QpCacheConfig(-1, 4)), "cacheSets", "-1"),
            wrong(config -> config.cache(new QpCacheConfig(3, 4)), "cacheSets", "3", "power of two"),
            wrong(config -> config.cache(new QpCacheConfig(Integer.MIN_VALUE, 4)), "cacheSets"),
            wrong(config -> config.cache(new QpCacheConfig(4, 0)), "cacheWays", "0", "power of two"),
            wrong(config -> config.cache(new QpCacheConfig(4, 6)), "cacheWays", "6"),
            wrong(config -> config.cache(new QpCacheConfig(1 << 20, 32)), "cacheWays", "32", "16"),
            wrong(
                config -> config.cache(new QpCacheConfig(
                    QpCacheKind.LRU, 512, 1, MissCostKind.SPENT, 40, QpCacheProfile.CX6_READ)),
                "cacheProfile", "cx6-read", "512x1, fifo, 40 ns", "512x1, lru, 40 ns"),
            wrong(
                config -> config.cache(new QpCacheConfig(
                    QpCacheKind.FIFO, 512, 1, MissCostKind.SPENT, 41, QpCacheProfile.CX6_READ)),
                "cacheProfile", "not 512x1, fifo, 41 ns"),
            wrong(config -> config.icrcMode(null), "icrcMode"),
            wrong(config -> config.link(null), "link"),
            wrong(config -> config.gso(null), "gso"),
            wrong(config -> config.receiveBufferBytes(0), "receiveBufferBytes", "0"),
            wrong(config -> config.receiveBufferBytes(Integer.MAX_VALUE), "receiveBufferBytes", "2147483647"));
    }

    private static Arguments wrong(final UnaryOperator<NicNodeConfig> setting, final String... words)
    {
        return Arguments.of(setting, List.of(words));
    }
}
