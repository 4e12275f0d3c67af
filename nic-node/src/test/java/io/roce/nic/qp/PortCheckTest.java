package io.roce.nic.qp;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.roce.nic.qp.QpAttribute.*;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/** Ports 1 to 3 with other tables each: what is set must be there, also what was set before the port was changed. */
class PortCheckTest
{
    private static final int QPN = 0x5EED;

    private final QpTable table = QpTableKind.TWO_LEVEL.open(0, 0xFFFFFF);
    private final QpContext context = new QpContext();
    private final QpModifier modifier = new QpModifier(SamplePorts.THREE);

    @AfterEach
    void close()
    {
        table.close();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0xFFFF", "1, 1, 0x8001", "2, 0, 0x0001", "3, 0, 0x8001", "3, 1, 0x7FFF", "3, 2, 0xFFFF"})
    void shouldTakeThePKeyFromThePortsTable(final int portNum, final int pKeyIndex, final String pKey)
        throws VerbsException
    {
        toInit(QpType.UD, portNum, pKeyIndex);
        assertEquals(Integer.decode(pKey), context.pKey());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, port_num,   0, 1, 3", "4, 0, port_num,   4, 1, 3", "1, 2, pkey_index, 2, 0, 1",
        "2, 1, pkey_index, 1, 0, 0", "3, 3, pkey_index, 3, 0, 2"})
    void shouldRefuseAPortOrAPKeyThatIsNotThere(
        final int portNum, final int pKeyIndex, final String field, final int value, final int min, final int max)
    {
        install(QpType.RC);
        final VerbsException refused = refuse(QpState.INIT, init(QpType.RC, portNum, pKeyIndex));
        assertOutOfRange(refused, field, value, min, max);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, 127.20.7.2, sgid_index, 2, 0, 1", "2, 1, 127.20.7.2, sgid_index, 1, 0, 0",
        "3, 3, ::2,        sgid_index, 3, 0, 2"})
    void shouldRefuseAGidThatIsNotThere(
        final int portNum,
        final int sgidIndex,
        final String peer,
        final String field,
        final int value,
        final int min,
        final int max) throws VerbsException
    {
        toInit(QpType.RC, portNum, 0);
        assertOutOfRange(refuse(QpState.RTR, toRtr(256, sgidIndex, peer)), field, value, min, max);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, ::2,        IPv4", "1, 1, ::2, IPv4", "3, 0, 127.20.7.2, IPv6", "3, 1, ::2, IPv4"})
    void shouldRefuseAPeerOfAnotherIpVersionThanTheGid(
        final int portNum, final int sgidIndex, final String peer, final String wanted) throws VerbsException
    {
        toInit(QpType.RC, portNum, 0);
        final VerbsException refused = refuse(QpState.RTR, toRtr(256, sgidIndex, peer));
        assertEquals(
            "dgid is %s, not a unicast %s address, as GID %d of port %d is".formatted(peer, wanted, sgidIndex, portNum),
            refused.getMessage());
        assertEquals("dgid", refused.fields().get("field"));
        assertEquals(List.of("a unicast " + wanted + " address"), refused.fields().get("allowed"));
    }

    @ParameterizedTest
    @CsvSource({"2, 127.20.7.2, 2048, 1024", "2, 127.20.7.2, 4096, 1024", "3, ::2, 1024, 512"})
    void shouldRefuseAPathMtuAboveThePorts(
        final int portNum, final String peer, final int pathMtu, final int activeMtu) throws VerbsException
    {
        toInit(QpType.RC, portNum, 0);
        final VerbsException refused = refuse(QpState.RTR, toRtr(pathMtu, 0, peer));
        assertOutOfRange(refused, "path_mtu", pathMtu, 256, activeMtu);
        assertEquals(
            "path_mtu is %d, outside 256 to %d of port %d".formatted(pathMtu, activeMtu, portNum),
            refused.getMessage());
        modify(QpState.RTR, toRtr(activeMtu, 0, peer));
    }

    /** What the queue pair has of port 1, the port that it goes to, and what of it that port does not have. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 512,  2, pkey_index, 1, 0, 0",
        "0, 1, 512,  2, sgid_index, 1, 0, 0",
        "0, 0, 2048, 2, path_mtu, 2048, 256, 1024",
        "1, 1, 1024, 3, path_mtu, 1024, 256, 512"})
    void shouldRefuseAPortThatDoesNotHaveWhatWasSetBefore(
        final int pKeyIndex,
        final int sgidIndex,
        final int pathMtu,
        final int portNum,
        final String field,
        final int value,
        final int min,
        final int max) throws VerbsException
    {
        toSqd(1, pKeyIndex, pathMtu, sgidIndex, "127.20.7.2");
        final VerbsException refused = refuse(null, new QpAttributes().put(PORT_NUM, portNum));
        assertOutOfRange(refused, field, value, min, max);
        assertEquals(portNum, refused.fields().get("port_num"));
    }

    @Test
    void shouldRefuseAPortWhereTheGidIsOfAnotherIpVersion() throws VerbsException
    {
        toSqd(1, 0, 512, 0, "127.20.7.2");
        final VerbsException refused = refuse(null, new QpAttributes().put(PORT_NUM, 3));
        assertEquals("dgid is 127.20.7.2, not a unicast IPv6 address, as GID 0 of port 3 is", refused.getMessage());
    }

    @Test
    void shouldTakeThePKeyOfTheNewPortWhenOnlyThePortChanges() throws VerbsException
    {
        toSqd(1, 1, 512, 1, "127.20.7.2");
        assertEquals(0x8001, context.pKey());
        modify(null, new QpAttributes().put(PORT_NUM, 3));
        assertEquals(0x7FFF, context.pKey());
        assertEquals(List.of(SamplePorts.THREE.get(3).gids().get(1)), arrivals());
    }

    @Test
    void shouldGoToAnotherPortWithAllThatIsNeededThere() throws VerbsException
    {
        toSqd(1, 1, 512, 1, "127.20.7.2");
        modify(null, new QpAttributes()
            .put(PORT_NUM, 2).put(PKEY_INDEX, 0).dgid(SampleAttributes.address("127.20.7.3")));

        final QpAttributes attributes = context.snapshot().attributes();
        assertEquals(0, attributes.value(SGID_INDEX), "of a new address vector");
        assertEquals(0x0001, context.pKey());
        assertEquals(List.of(SamplePorts.THREE.get(2).gids().get(0)), arrivals());
    }

    @Test
    void shouldTakeNoGidIndexWithoutAPeer() throws VerbsException
    {
        toSqd(1, 0, 512, 0, "127.20.7.2");
        final Map<String, Object> fields = refuse(null, new QpAttributes().put(SGID_INDEX, 1)).fields();
        assertEquals(List.of("dgid"), fields.get("missing"));
        assertEquals(List.of(), fields.get("forbidden"));

        modify(QpState.RTS, new QpAttributes());
        assertEquals(
            List.of("sgid_index"), refuse(null, new QpAttributes().put(SGID_INDEX, 1)).fields().get("forbidden"));
    }

    @Test
    void shouldBeAtEveryAddressOfItsPortWithoutAPeer() throws VerbsException
    {
        toInit(QpType.UD, 3, 0);
        assertEquals(SamplePorts.THREE.get(3).gids(), arrivals());
    }

    @Test
    void shouldForgetPortAndGidInReset() throws VerbsException
    {
        toSqd(1, 1, 512, 1, "127.20.7.2");
        modify(QpState.RESET, new QpAttributes());

        assertEquals(0, context.snapshot().attributes().mask());
        assertEquals(0, context.pKey());
        assertEquals(List.of(), arrivals());
    }

    private List<?> arrivals()
    {
        return SamplePorts.THREE.gids().stream().filter(context::isAt).toList();
    }

    private void toInit(final QpType type, final int portNum, final int pKeyIndex) throws VerbsException
    {
        install(type);
        modify(QpState.INIT, init(type, portNum, pKeyIndex));
    }

    private void toSqd(
        final int portNum, final int pKeyIndex, final int pathMtu, final int sgidIndex, final String peer)
        throws VerbsException
    {
        toInit(QpType.RC, portNum, pKeyIndex);
        modify(QpState.RTR, toRtr(pathMtu, sgidIndex, peer));
        modify(QpState.RTS, SampleAttributes.of(QpType.RC, QpState.RTR, QpState.RTS));
        modify(QpState.SQD, new QpAttributes());
    }

    private static QpAttributes init(final QpType type, final int portNum, final int pKeyIndex)
    {
        return SampleAttributes.of(type, QpState.RESET, QpState.INIT).put(PORT_NUM, portNum).put(PKEY_INDEX, pKeyIndex);
    }

    private static QpAttributes toRtr(final int pathMtu, final int sgidIndex, final String peer)
    {
        return SampleAttributes.of(QpType.RC, QpState.INIT, QpState.RTR)
            .put(PATH_MTU, pathMtu)
            .put(SGID_INDEX, sgidIndex)
            .dgid(SampleAttributes.address(peer));
    }

    private void install(final QpType type)
    {
        table.install(QPN, type, 1, 0);
        table.lookup(QPN, context);
    }

    private void modify(final QpState next, final QpAttributes attributes) throws VerbsException
    {
        modifier.modify(context, new QpModification(next, null, attributes));
    }

    private VerbsException refuse(final QpState next, final QpAttributes attributes)
    {
        final byte[] before = QpRecords.bytes(table, QPN);
        final VerbsException refused = assertThrows(VerbsException.class, () -> modify(next, attributes));
        assertArrayEquals(before, QpRecords.bytes(table, QPN));
        return refused;
    }

    private static void assertOutOfRange(
        final VerbsException refused, final String field, final long value, final long min, final long max)
    {
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refused.code());
        assertEquals(field, refused.fields().get("field"));
        assertEquals(value, refused.fields().get("value"));
        assertEquals(min, refused.fields().get("min"));
        assertEquals(max, refused.fields().get("max"));
    }
}
