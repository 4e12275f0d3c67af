package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateReason;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The ring of the lane has 4 places; its clock stands at 0. */
class DropsResourceTest extends WithAdmin
{
    private static final GidEntry GID = new GidEntry(1, 0, new InetSocketAddress("192.0.2.2", 4791));
    private static final GidEntry GID_V6 = new GidEntry(1, 1, new InetSocketAddress("2001:db8::2", 4791));

    private final Arrival arrival = new Arrival(new FateReason());

    @Test
    void shouldTellAllOfADrop() throws Exception
    {
        arrival.begin(GID);
        arrival.onLookUp(null, 2);
        arrival.reason().set(Expectation.P_KEY, 0xFFFF, 0x8001);
        drop(Fate.P_KEY_MISMATCH, Packets.build(Packets.builder(Opcode.RC_RDMA_READ_REQUEST, 0x11, 0x123456)
            .set(PacketField.P_KEY, 0x8001)
            .set(PacketField.VIRTUAL_ADDRESS, -1L)
            .set(PacketField.R_KEY, 0xFFFF_FFFFL)
            .set(PacketField.DMA_LENGTH, 4096)));

        final JsonNode drop = drops("").get("drops").get(0);

        assertEquals(1, drop.get("number").intValue());
        assertEquals("1970-01-01T00:00:00.000000000Z", drop.get("time").textValue());
        assertEquals("P_KEY_MISMATCH", drop.get("fate").textValue());
        assertEquals(
            "{\"field\":\"p_key\",\"expected\":65535,\"came\":32769,\"note\":null," +
                "\"text\":\"p_key: expected 0xffff, came 0x8001\"}",
            drop.get("reason").toString());
        assertEquals("192.0.2.1", drop.get("src").textValue());
        assertEquals(0xC001, drop.get("udp_src_port").intValue());
        assertEquals("192.0.2.2", drop.get("dst").textValue());
        assertEquals(1, drop.get("port_num").intValue());
        assertEquals(0, drop.get("gid_index").intValue());
        // BTH 12, RETH 16, ICRC 4
        assertEquals(32, drop.get("length").intValue());
        assertEquals("RC_RDMA_READ_REQUEST", drop.get("opcode").textValue());
        assertEquals(0x123456, drop.get("psn").intValue());
        assertEquals(
            "{\"virtual_address\":18446744073709551615,\"r_key\":4294967295,\"dma_length\":4096}",
            drop.get("reth").toString());
        assertEquals(0, drop.get("payload_length").intValue());
        assertTrue(drop.get("packet").textValue().startsWith("RC_RDMA_READ_REQUEST p_key=0x8001 dest_qp=0x000011"));
        assertTrue(drop.get("qp").isNull());
        assertEquals("{\"cache_hit\":false,\"table_levels\":2}", drop.get("look_up").toString());
    }

    @Test
    void shouldTellWhatIsTrueOfTheNumbersWhenItIsAsked() throws Exception
    {
        assertEquals(201, node.post("/v1/qps", "{\"type\":\"RC\",\"qpn\":17}").status());
        assertEquals(201, node.post("/v1/qps", "{\"type\":\"UD\",\"qpn\":18}").status());
        node.lane.clock.advance(5_000_000);
        node.delete("/v1/qps/18");
        for (final int qpn : new int[]{18, 17, 19, 1, 0xFFFFFF})
        {
            arrival.begin(GID);
            drop(Fate.QPN_UNALLOCATED, Packets.rcSendOnly(qpn, 1, new byte[0]));
        }
        node.lane.clock.advance(FakeLane.QUARANTINE_NS - 1_000_000);

        // The drop of 18 had to make room.
        assertEquals("[17,19]", texts(drops("").get("qpns"), "qpn").toString().replace(" ", ""));
        drop(Fate.QPN_UNALLOCATED, Packets.rcSendOnly(18, 1, new byte[0]));
        final JsonNode qpns = drops("").get("qpns");
        assertEquals(
            "{\"qpn\":18,\"status\":\"QUARANTINED\",\"remaining_ms\":1,\"history\":[{\"generation\":2," +
                "\"type\":\"UD\",\"created_ms_ago\":2151,\"destroyed_ms_ago\":2146,\"peer\":null}]}",
            qpns.get(0).toString());
        assertEquals("{\"qpn\":19,\"status\":\"UNALLOCATED\",\"history\":[]}", qpns.get(1).toString());
        assertEquals(
            "[{\"qpn\":17,\"status\":\"LIVE\",\"type\":\"RC\",\"state\":\"RESET\",\"generation\":1,\"epoch\":0," +
                "\"created_ms_ago\":2151,\"history\":[]}]",
            refill(17).get("qpns").toString());
    }

    @Test
    void shouldSayHowManyThereWereAndHowManyAreKept() throws Exception
    {
        final JsonNode empty = drops("");
        assertEquals(4, empty.get("capacity").intValue());
        assertEquals(5, empty.get("dropped").intValue(), "as the fake ledger has it");
        assertEquals(0, empty.get("kept").intValue());
        assertTrue(empty.get("next").isNull());

        for (int i = 0; i < 6; i++)
        {
            arrival.begin(GID);
            drop(i == 4 ? Fate.QPN_QUARANTINED : Fate.ICRC_MISMATCH, Packets.rcSendOnly(0x11, i, new byte[0]));
        }
        final JsonNode full = drops("");
        assertEquals(4, full.get("kept").intValue());
        final List<String> fates = new ArrayList<>();
        for (final JsonNode fate : full.get("fates"))
        {
            assertTrue(Fate.valueOf(fate.get("fate").textValue()).isDrop());
            if (fate.get("dropped").intValue() > 0)
            {
                fates.add(fate.get("fate").textValue() + " " + fate.get("dropped") + " " + fate.get("kept"));
            }
        }
        assertEquals(List.of("ICRC_MISMATCH 3 3", "QPN_QUARANTINED 2 1"), fates);
        assertEquals("[3, 4, 5, 6]", texts(full.get("drops"), "number").toString());
    }

    @Test
    void shouldComeInParts() throws Exception
    {
        refill(0x11);

        final JsonNode first = drops("?limit=3");
        assertEquals("[1, 2, 3]", texts(first.get("drops"), "number").toString());
        assertEquals(3, first.get("next").intValue());
        final JsonNode last = drops("?limit=3&after=" + first.get("next"));
        assertEquals("[4]", texts(last.get("drops"), "number").toString());
        assertTrue(last.get("next").isNull());
        assertEquals("[3, 4]", texts(drops("?last=2").get("drops"), "number").toString());
        assertEquals("[]", texts(drops("?after=9223372036854775807").get("drops"), "number").toString());
    }

    @Test
    void shouldSelect() throws Exception
    {
        arrival.begin(GID);
        drop(Fate.ICRC_MISMATCH, Packets.rcSendOnly(0x11, 1, new byte[0]));
        drop(Fate.PEER_MISMATCH, Packets.rcSendOnly(0x12, 1, new byte[0]));
        final RoceDatagram ipv6 = Packets.ipv6(RoceDatagram.CAPACITY);
        Packets.builder(Opcode.RC_SEND_ONLY, 0x11).build(ipv6);
        arrival.begin(GID_V6);
        arrival.reason().set(Expectation.PEER, 0x2001_0db8_0000_0000L, 9, 0x2001_0db8_0000_0000L, 1);
        drop(Fate.PEER_MISMATCH, ipv6);

        assertEquals("[2, 3]", texts(drops("?fate=PEER_MISMATCH").get("drops"), "number").toString());
        assertEquals("[1, 2, 3]", texts(drops("?fate=PEER_MISMATCH,ICRC_MISMATCH").get("drops"), "number").toString());
        assertEquals("[1, 3]", texts(drops("?qpn=0x11").get("drops"), "number").toString());
        assertEquals("[1, 2]", texts(drops("?peer=192.0.2.1").get("drops"), "number").toString());
        final JsonNode of = drops("?peer=2001:db8::1&qpn=17&fate=PEER_MISMATCH").get("drops");
        assertEquals("[3]", texts(of, "number").toString());
        assertEquals("2001:db8::1", of.get(0).get("src").textValue());
        assertEquals("2001:db8::2", of.get(0).get("dst").textValue());
        assertEquals("2001:db8::9", of.get(0).get("reason").get("expected").textValue());
        assertEquals("2001:db8::1", of.get(0).get("reason").get("came").textValue());
    }

    @Test
    void shouldTellWhatHasNoHeaders() throws Exception
    {
        final RoceDatagram datagram = Packets.rcSendOnly(0x11, 1, new byte[0]);
        datagram.onBytes(3);
        arrival.begin(GID);
        arrival.reason().set(Expectation.LENGTH_AT_LEAST, 16, 3);
        drop(Fate.MALFORMED_TRUNCATED_BTH, datagram);

        final JsonNode drop = drops("").get("drops").get(0);
        assertFalse(drop.has("dest_qp"));
        assertFalse(drop.has("opcode"));
        assertTrue(drop.get("icrc").isNull());
        assertTrue(drop.get("payload_length").isNull());
        assertTrue(drop.get("look_up").isNull());
        assertEquals(0, drops("").get("qpns").size());
        assertEquals(0, drops("?qpn=0").get("drops").size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "limit=0; OUT_OF_RANGE; limit; 1; 1000",
        "limit=1001; OUT_OF_RANGE; limit; 1; 1000",
        "limit=99999999999999999999; OUT_OF_RANGE; limit; 1; 1000",
        "limit=ten; SYNTAX; limit;;",
        "limit=; SYNTAX; limit;;",
        "limit=1&limit=2; SYNTAX; limit;;",
        "after=-1; OUT_OF_RANGE; after; 0; 9223372036854775807",
        "after=9223372036854775808; OUT_OF_RANGE; after; 0; 9223372036854775807",
        "last=0; OUT_OF_RANGE; last; 1; 2147483647",
        "qpn=0x1000000; OUT_OF_RANGE; qpn; 0; 16777215",
        "qpn=-1; OUT_OF_RANGE; qpn; 0; 16777215",
        "fate=; UNKNOWN_NAME; fate;;",
        "fate=ICRC_MISMATCH,; UNKNOWN_NAME; fate;;",
        "fate=icrc_mismatch; UNKNOWN_NAME; fate;;",
        "fate=REQUEST_EXECUTED; UNKNOWN_NAME; fate;;",
        "fate=%00; UNKNOWN_NAME; fate;;",
        "peer=; SYNTAX; peer;;",
        "peer=example.com; SYNTAX; peer;;",
        "peer=127.0.0.1:4791; SYNTAX; peer;;",
        "peer=fe80::1%25lo; SYNTAX; peer;;",
        "state=RTS; UNKNOWN_NAME; state;;"})
    void shouldNameWhatIsWrongInAQuery(
        final String query, final String code, final String field, final String min, final String max)
        throws Exception
    {
        final Reply reply = node.get("/v1/drops?" + query);

        assertEquals(400, reply.status(), query);
        assertEquals(code, reply.code());
        final JsonNode fields = reply.json().get("fields");
        assertEquals(field, fields.get("field").textValue());
        if (min != null)
        {
            assertTrue(fields.has("value"));
            assertEquals(min, fields.get("min").asText());
            assertEquals(max, fields.get("max").asText());
        }
    }

    @Test
    void shouldOnlyBeRead() throws Exception
    {
        assertEquals(405, node.delete("/v1/drops").status());
        assertEquals(405, node.post("/v1/drops", "{}").status());
    }

    private JsonNode refill(final int qpn) throws Exception
    {
        for (int i = 0; i < 4; i++)
        {
            arrival.begin(GID);
            drop(Fate.ICRC_MISMATCH, Packets.rcSendOnly(qpn, i, new byte[0]));
        }
        return drops("");
    }

    private void drop(final Fate fate, final RoceDatagram datagram) throws Exception
    {
        node.lane.submit(() ->
        {
            node.lane.drops.onFate(fate, datagram, arrival);
            return null;
        }).get();
    }

    private JsonNode drops(final String query) throws Exception
    {
        final Reply reply = node.get("/v1/drops" + query);
        assertEquals(200, reply.status(), reply.message());
        return reply.json();
    }

    private static List<String> texts(final JsonNode array, final String field)
    {
        final List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.get(field).asText()));
        return texts;
    }
}
