package io.roce.nic.qp;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.SamplePorts;
import io.roce.wire.icrc.Envelope;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QpModifierTest
{
    private static final int QPN = 0x5EED;
    private static final long GENERATION = 0x1_0000_0007L;

    private final QpTable table = QpTableKind.TWO_LEVEL.open(0, 0xFFFFFF);
    private final QpContext context = new QpContext();

    @AfterEach
    void close()
    {
        table.close();
    }

    @ParameterizedTest
    @CsvSource({
        "RC, INIT, RTR, path_mtu, 0", "RC, INIT, RTR, path_mtu, 255", "RC, INIT, RTR, path_mtu, 1025",
        "RC, INIT, RTR, path_mtu, 8192", "RC, INIT, RTR, path_mtu, 4294967552", "RC, INIT, RTR, path_mtu, -1024",
        "RC, INIT, RTR, dest_qp_num, 0", "RC, INIT, RTR, dest_qp_num, 1", "RC, INIT, RTR, dest_qp_num, 16777215",
        "UC, INIT, RTR, dest_qp_num, 16777216", "UC, INIT, RTR, dest_qp_num, -1", "UC, INIT, RTR, dest_qp_num, 1",
        "RC, INIT, RTR, rq_psn, -1", "RC, INIT, RTR, rq_psn, 16777216", "UC, RTR, RTS, sq_psn, 16777216",
        "UD, RTR, RTS, sq_psn, -1", "RC, INIT, RTR, max_dest_rd_atomic, 256", "RC, INIT, RTR, min_rnr_timer, 32",
        "RC, RTR, RTS, timeout, 32", "RC, RTR, RTS, timeout, -1", "RC, RTR, RTS, retry_cnt, 8",
        "RC, RTR, RTS, rnr_retry, 8", "RC, RTR, RTS, max_rd_atomic, 256", "UD, RESET, INIT, qkey, 4294967296",
        "UD, RESET, INIT, qkey, -1", "RC, RESET, INIT, port_num, 0", "RC, RESET, INIT, port_num, 2",
        "UD, RESET, INIT, port_num, -1", "UC, RESET, INIT, port_num, 4294967297",
        "RC, RESET, INIT, pkey_index, 2", "RC, RESET, INIT, pkey_index, -1", "UC, INIT, RTR, sgid_index, 2",
        "RC, INIT, RTR, sgid_index, -1", "RC, INIT, RTR, sgid_index, 4294967296",
        "UC, RESET, INIT, qp_access_flags, 16"})
    void shouldRefuseAValueOutOfRangeAndChangeNothing(
        final QpType type, final QpState current, final QpState next, final String label, final long value)
    {
        install(type, current);
        final QpAttributes attributes = SampleAttributes.of(type, current, next);
        attributes.put(QpAttribute.byLabel(label), value);

        final VerbsException refused = refuse(false, next, attributes);
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refused.code());
        assertEquals(label, refused.fields().get("field"));
        assertEquals(value, refused.fields().get("value"));
    }

    @ParameterizedTest
    @CsvSource({
        "RC, INIT, RTR, path_mtu, 256", "RC, INIT, RTR, path_mtu, 512", "RC, INIT, RTR, path_mtu, 2048",
        "RC, INIT, RTR, path_mtu, 4096", "RC, INIT, RTR, dest_qp_num, 2", "RC, INIT, RTR, dest_qp_num, 16777214",
        "RC, INIT, RTR, rq_psn, 0", "RC, INIT, RTR, max_dest_rd_atomic, 0", "RC, INIT, RTR, min_rnr_timer, 31",
        "RC, RTR, RTS, timeout, 31", "RC, RTR, RTS, retry_cnt, 0", "UD, RESET, INIT, qkey, 4294967295",
        "UC, RESET, INIT, qp_access_flags, 15", "UC, RESET, INIT, qp_access_flags, 0",
        "UC, RESET, INIT, pkey_index, 0", "UC, INIT, RTR, sgid_index, 0", "RC, INIT, RTR, sgid_index, 1"})
    void shouldTakeTheBoundsOfARange(
        final QpType type, final QpState current, final QpState next, final String label, final long value)
        throws VerbsException
    {
        install(type, current);
        final QpAttribute attribute = QpAttribute.byLabel(label);
        new QpModifier(SamplePorts.IPV4).modify(
            context, new QpModification(next, null, SampleAttributes.of(type, current, next).put(attribute, value)));

        assertEquals(value, context.snapshot().attributes().value(attribute));
    }

    @Test
    void shouldNameTheBoundsOfARangeAndTheValuesOfAList()
    {
        install(QpType.RC, QpState.INIT);
        final QpAttributes psn = SampleAttributes.of(QpType.RC, QpState.INIT, QpState.RTR)
            .put(QpAttribute.RQ_PSN, 0x1_000_000);
        final QpAttributes mtu = SampleAttributes.of(QpType.RC, QpState.INIT, QpState.RTR)
            .put(QpAttribute.PATH_MTU, 1500);

        final Map<String, Object> range = refuse(false, QpState.RTR, psn).fields();
        assertEquals(0L, range.get("min"));
        assertEquals(0xFF_FFFFL, range.get("max"));
        assertEquals(
            List.of("256", "512", "1024", "2048", "4096"), refuse(false, QpState.RTR, mtu).fields().get("allowed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "224.0.0.1", "239.255.255.255", "::1", "2001:db8::7", "::", "ff02::1"})
    void shouldRefuseAPeerThatAnIpv4NodeCannotHave(final String address)
    {
        refusePeer(false, address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"::", "ff02::1", "127.0.0.1", "0.0.0.0", "::ffff:127.0.0.1"})
    void shouldRefuseAPeerThatAnIpv6NodeCannotHave(final String address)
    {
        refusePeer(true, address);
    }

    @Test
    void shouldRefuseAPeerWithoutAnAddress()
    {
        install(QpType.RC, QpState.INIT);
        final QpAttributes attributes = SampleAttributes.of(QpType.RC, QpState.INIT, QpState.RTR).dgid(null);
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refuse(false, QpState.RTR, attributes).code());
    }

    @ParameterizedTest
    @CsvSource({
        "false, 127.20.0.9, 127.20.0.8", "true, 2001:db8::1, 2001:db8::2", "true, ::1, ::2",
        "true, 2001:db8:1::1, 2001:db8:2::1"})
    void shouldKnowItsPeerByTheWholeAddress(final boolean isIpv6, final String peer, final String stranger)
        throws VerbsException
    {
        install(QpType.UC, QpState.INIT);
        modifier(isIpv6).modify(context, new QpModification(
            QpState.RTR,
            null,
            SampleAttributes.of(QpType.UC, QpState.INIT, QpState.RTR).dgid(SampleAttributes.address(peer))));

        assertTrue(context.isPeer(envelope(peer)));
        assertFalse(context.isPeer(envelope(stranger)));
        assertEquals(SampleAttributes.address(peer), context.snapshot().attributes().dgid());
        assertEquals(SampleAttributes.address(peer), context.lastPeer());
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldAnswerEveryAttributeAsItWasSet(final QpType type) throws VerbsException
    {
        install(type, QpState.RESET);
        final int mask = bringToRts(type);

        final QpAttributes attributes = context.snapshot().attributes();
        // With the peer's address comes the index of one's own: 0, since none was given.
        assertEquals(type == QpType.UD ? mask : mask | QpAttribute.SGID_INDEX.bit(), attributes.mask());
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if ((mask & attribute.bit()) != 0 && attribute != QpAttribute.DGID)
            {
                assertEquals(SampleAttributes.value(attribute), attributes.value(attribute), attribute.label());
            }
        }
        assertEquals(0x8001, context.pKey());
        assertEquals(type == QpType.UD ? 0x8877_6655 : 0, context.qKey());
        assertEquals(type == QpType.UD ? null : SampleAttributes.PEER, attributes.dgid());
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldKeepNumberGenerationAndCountersThroughReset(final QpType type) throws VerbsException
    {
        install(type, QpState.RESET);
        bringToRts(type);
        context.onRequest();
        context.onRequest();
        context.onResponse();
        context.onRefused();

        final QpModifier modifier = new QpModifier(SamplePorts.IPV4);
        modifier.modify(context, new QpModification(QpState.RESET, null, new QpAttributes()));

        final QpSnapshot snapshot = context.snapshot();
        assertEquals(QPN, snapshot.qpn());
        assertEquals(GENERATION, snapshot.generation());
        assertEquals(1, snapshot.epoch());
        assertEquals(type, snapshot.type());
        assertEquals(QpState.RESET, snapshot.state());
        assertEquals(0, snapshot.attributes().mask());
        assertEquals(2, snapshot.requests());
        assertEquals(1, snapshot.responses());
        assertEquals(1, snapshot.refused());
        assertEquals(0, context.pKey());
        assertEquals(0, context.qKey());
        assertFalse(context.isPeer(envelope("127.20.7.2")));
        assertEquals(type == QpType.UD ? null : SampleAttributes.PEER, context.lastPeer());

        modifier.modify(context, new QpModification(QpState.RESET, null, new QpAttributes()));
        assertEquals(2, context.epoch());
        assertNull(context.snapshot().attributes().dgid());
    }

    @Test
    void shouldSetNothingWhenOneOfManyAttributesIsRefused()
    {
        install(QpType.RC, QpState.RESET);
        refuse(false, QpState.INIT, SampleAttributes.of(QpType.RC, QpState.RESET, QpState.INIT)
            .put(QpAttribute.QP_ACCESS_FLAGS, 0x10));
        assertEquals(0, context.snapshot().attributes().mask());
        assertEquals(QpState.RESET, context.state());
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldGoToErrAloneWhileItsSendQueueDrains(final QpType type) throws VerbsException
    {
        install(type, QpState.SQD);
        context.sqDraining(true);
        assertTrue(context.snapshot().isSqDraining());
        for (final QpState next : List.of(QpState.RESET, QpState.RTS, QpState.SQD))
        {
            final VerbsException refused = refuse(false, next, new QpAttributes());
            assertEquals(VerbsErrorCode.SQ_DRAINING, refused.code(), next.name());
            assertEquals(
                "0x005eed is in SQD and its send queue still drains: until it has, it goes to ERR alone, not to " +
                    next,
                refused.getMessage());
            assertEquals(List.of("ERR"), refused.fields().get("allowed"), next.name());
        }
        // An attribute that SQD takes when it has drained: a call without a state is one to the same state.
        assertEquals(
            VerbsErrorCode.SQ_DRAINING,
            refuse(false, null, new QpAttributes().put(QpAttribute.PKEY_INDEX, 0)).code());
        // What never is: waiting would not help.
        assertEquals(VerbsErrorCode.ILLEGAL_TRANSITION, refuse(false, QpState.INIT, new QpAttributes()).code());

        new QpModifier(SamplePorts.IPV4).modify(context, new QpModification(QpState.ERR, null, new QpAttributes()));
        assertEquals(QpState.ERR, context.state());
        assertFalse(context.isSqDraining());
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldLeaveSqdWhenItsSendQueueHasDrained(final QpType type) throws VerbsException
    {
        for (final QpState next : List.of(QpState.RTS, QpState.SQD, QpState.RESET))
        {
            install(type, QpState.SQD);
            context.sqDraining(true);
            refuse(false, next, new QpAttributes());
            context.sqDraining(false);
            assertEquals(QpState.SQD, context.state());
            assertEquals(type, context.type());

            new QpModifier(SamplePorts.IPV4).modify(context, new QpModification(next, null, new QpAttributes()));
            assertEquals(next, context.state());
            assertFalse(context.isSqDraining());
            table.release(QPN);
        }
    }

    @ParameterizedTest
    @EnumSource(value = QpState.class, names = "SQD", mode = EnumSource.Mode.EXCLUDE)
    void shouldDrainInSqdAlone(final QpState state)
    {
        install(QpType.RC, state);
        assertFalse(context.isSqDraining());
        assertThrows(IllegalStateException.class, () -> context.sqDraining(true));
        assertFalse(context.isSqDraining());
        assertEquals(state, context.state());
    }

    private void refusePeer(final boolean isIpv6, final String address)
    {
        install(QpType.RC, QpState.INIT);
        final QpAttributes attributes = SampleAttributes.of(QpType.RC, QpState.INIT, QpState.RTR)
            .dgid(SampleAttributes.address(address));

        final VerbsException refused = refuse(isIpv6, QpState.RTR, attributes);
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refused.code());
        assertEquals("dgid", refused.fields().get("field"));
        assertEquals(Addresses.format(SampleAttributes.address(address)), refused.fields().get("value"));
    }

    private VerbsException refuse(final boolean isIpv6, final QpState next, final QpAttributes attributes)
    {
        final byte[] before = QpRecords.bytes(table, QPN);
        final VerbsException refused = assertThrows(
            VerbsException.class,
            () -> modifier(isIpv6).modify(context, new QpModification(next, null, attributes)));
        assertArrayEquals(before, QpRecords.bytes(table, QPN));
        return refused;
    }

    private static QpModifier modifier(final boolean isIpv6)
    {
        return new QpModifier(isIpv6 ? SamplePorts.IPV6 : SamplePorts.IPV4);
    }

    private int bringToRts(final QpType type) throws VerbsException
    {
        int mask = 0;
        QpState current = QpState.RESET;
        for (final QpState next : List.of(QpState.INIT, QpState.RTR, QpState.RTS))
        {
            final QpAttributes attributes = SampleAttributes.of(type, current, next);
            new QpModifier(SamplePorts.IPV4).modify(context, new QpModification(next, null, attributes));
            mask |= attributes.mask();
            current = next;
        }
        return mask;
    }

    private void install(final QpType type, final QpState state)
    {
        table.install(QPN, type, GENERATION, 0);
        table.lookup(QPN, context);
        context.apply(state, SampleAttributes.ofPort(state));
    }

    private static Envelope envelope(final String source)
    {
        final Envelope envelope = new Envelope(64);
        final byte[] address = SampleAttributes.address(source).getAddress();
        envelope.addresses(address, address);
        return envelope;
    }
}
