package io.roce.wire.opcode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.roce.wire.header.HeaderType;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpcodeTest
{
    /**
     * Numbers, names and headers of RC, UC, RD and UD as tshark 4.0 shows them, but for RD_ACKNOWLEDGE, whose RDETH it
     * leaves out, and RD_RESYNC, of which it shows no header. Of XRC it knows numbers and names alone: requests have an
     * XRCETH in front of the headers of RC, responses have those of RC. CNP as in annex A17 (tshark has it at 0x80),
     * FLUSH and ATOMIC WRITE as in the Linux kernel.
     */
    private static final String TABLE = """
        0x00 RC_SEND_FIRST
        0x01 RC_SEND_MIDDLE
        0x02 RC_SEND_LAST
        0x03 RC_SEND_LAST_WITH_IMMEDIATE IMM_DT
        0x04 RC_SEND_ONLY
        0x05 RC_SEND_ONLY_WITH_IMMEDIATE IMM_DT
        0x06 RC_RDMA_WRITE_FIRST RETH
        0x07 RC_RDMA_WRITE_MIDDLE
        0x08 RC_RDMA_WRITE_LAST
        0x09 RC_RDMA_WRITE_LAST_WITH_IMMEDIATE IMM_DT
        0x0a RC_RDMA_WRITE_ONLY RETH
        0x0b RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE RETH IMM_DT
        0x0c RC_RDMA_READ_REQUEST RETH
        0x0d RC_RDMA_READ_RESPONSE_FIRST AETH
        0x0e RC_RDMA_READ_RESPONSE_MIDDLE
        0x0f RC_RDMA_READ_RESPONSE_LAST AETH
        0x10 RC_RDMA_READ_RESPONSE_ONLY AETH
        0x11 RC_ACKNOWLEDGE AETH
        0x12 RC_ATOMIC_ACKNOWLEDGE AETH ATOMIC_ACK_ETH
        0x13 RC_COMPARE_SWAP ATOMIC_ETH
        0x14 RC_FETCH_ADD ATOMIC_ETH
        0x16 RC_SEND_LAST_WITH_INVALIDATE IETH
        0x17 RC_SEND_ONLY_WITH_INVALIDATE IETH
        0x1c RC_FLUSH FETH RETH
        0x1d RC_ATOMIC_WRITE RETH
        0x20 UC_SEND_FIRST
        0x21 UC_SEND_MIDDLE
        0x22 UC_SEND_LAST
        0x23 UC_SEND_LAST_WITH_IMMEDIATE IMM_DT
        0x24 UC_SEND_ONLY
        0x25 UC_SEND_ONLY_WITH_IMMEDIATE IMM_DT
        0x26 UC_RDMA_WRITE_FIRST RETH
        0x27 UC_RDMA_WRITE_MIDDLE
        0x28 UC_RDMA_WRITE_LAST
        0x29 UC_RDMA_WRITE_LAST_WITH_IMMEDIATE IMM_DT
        0x2a UC_RDMA_WRITE_ONLY RETH
        0x2b UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE RETH IMM_DT
        0x40 RD_SEND_FIRST RDETH DETH
        0x41 RD_SEND_MIDDLE RDETH DETH
        0x42 RD_SEND_LAST RDETH DETH
        0x43 RD_SEND_LAST_WITH_IMMEDIATE RDETH DETH IMM_DT
        0x44 RD_SEND_ONLY RDETH DETH
        0x45 RD_SEND_ONLY_WITH_IMMEDIATE RDETH DETH IMM_DT
        0x46 RD_RDMA_WRITE_FIRST RDETH DETH RETH
        0x47 RD_RDMA_WRITE_MIDDLE RDETH DETH
        0x48 RD_RDMA_WRITE_LAST RDETH DETH
        0x49 RD_RDMA_WRITE_LAST_WITH_IMMEDIATE RDETH DETH IMM_DT
        0x4a RD_RDMA_WRITE_ONLY RDETH DETH RETH
        0x4b RD_RDMA_WRITE_ONLY_WITH_IMMEDIATE RDETH DETH RETH IMM_DT
        0x4c RD_RDMA_READ_REQUEST RDETH DETH RETH
        0x4d RD_RDMA_READ_RESPONSE_FIRST RDETH AETH
        0x4e RD_RDMA_READ_RESPONSE_MIDDLE RDETH
        0x4f RD_RDMA_READ_RESPONSE_LAST RDETH AETH
        0x50 RD_RDMA_READ_RESPONSE_ONLY RDETH AETH
        0x51 RD_ACKNOWLEDGE RDETH AETH
        0x52 RD_ATOMIC_ACKNOWLEDGE RDETH AETH ATOMIC_ACK_ETH
        0x53 RD_COMPARE_SWAP RDETH DETH ATOMIC_ETH
        0x54 RD_FETCH_ADD RDETH DETH ATOMIC_ETH
        0x55 RD_RESYNC RDETH DETH
        0x5c RD_FLUSH RDETH DETH FETH RETH
        0x64 UD_SEND_ONLY DETH
        0x65 UD_SEND_ONLY_WITH_IMMEDIATE DETH IMM_DT
        0x81 CNP CNP_RESERVED
        0xa0 XRC_SEND_FIRST XRCETH
        0xa1 XRC_SEND_MIDDLE XRCETH
        0xa2 XRC_SEND_LAST XRCETH
        0xa3 XRC_SEND_LAST_WITH_IMMEDIATE XRCETH IMM_DT
        0xa4 XRC_SEND_ONLY XRCETH
        0xa5 XRC_SEND_ONLY_WITH_IMMEDIATE XRCETH IMM_DT
        0xa6 XRC_RDMA_WRITE_FIRST XRCETH RETH
        0xa7 XRC_RDMA_WRITE_MIDDLE XRCETH
        0xa8 XRC_RDMA_WRITE_LAST XRCETH
        0xa9 XRC_RDMA_WRITE_LAST_WITH_IMMEDIATE XRCETH IMM_DT
        0xaa XRC_RDMA_WRITE_ONLY XRCETH RETH
        0xab XRC_RDMA_WRITE_ONLY_WITH_IMMEDIATE XRCETH RETH IMM_DT
        0xac XRC_RDMA_READ_REQUEST XRCETH RETH
        0xad XRC_RDMA_READ_RESPONSE_FIRST AETH
        0xae XRC_RDMA_READ_RESPONSE_MIDDLE
        0xaf XRC_RDMA_READ_RESPONSE_LAST AETH
        0xb0 XRC_RDMA_READ_RESPONSE_ONLY AETH
        0xb1 XRC_ACKNOWLEDGE AETH
        0xb2 XRC_ATOMIC_ACKNOWLEDGE AETH ATOMIC_ACK_ETH
        0xb3 XRC_COMPARE_SWAP XRCETH ATOMIC_ETH
        0xb4 XRC_FETCH_ADD XRCETH ATOMIC_ETH
        0xb6 XRC_SEND_LAST_WITH_INVALIDATE XRCETH IETH
        0xb7 XRC_SEND_ONLY_WITH_INVALIDATE XRCETH IETH
        """;

    private static final Set<String> NO_PAYLOAD = Set.of(
        "RDMA_READ_REQUEST", "ACKNOWLEDGE", "ATOMIC_ACKNOWLEDGE", "COMPARE_SWAP", "FETCH_ADD", "RESYNC", "FLUSH",
        "CNP");

    @Test
    void shouldHaveTheRowsOfOtherTables()
    {
        final List<String> rows = new ArrayList<>();
        for (final Opcode opcode : Opcode.values())
        {
            final StringBuilder row = new StringBuilder(String.format("0x%02x ", opcode.code())).append(opcode);
            for (final HeaderType header : opcode.extendedHeaders())
            {
                row.append(' ').append(header);
            }
            rows.add(row.toString());
        }
        rows.sort(null);

        assertEquals(TABLE, String.join("\n", rows) + '\n');
    }

    @Test
    void shouldFindEachRowByItsNumberAndNothingElse()
    {
        int rows = 0;
        for (int code = 0; code < 256; code++)
        {
            final Opcode opcode = Opcode.get(code);
            if (opcode != null)
            {
                assertEquals(code, opcode.code());
                rows++;
            }
        }
        assertEquals(Opcode.values().length, rows);
        assertNull(Opcode.get(0x15));
        assertNull(Opcode.get(0x80));
        assertNull(Opcode.get(0xFF));
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldBeWhatItsNameSays(final Opcode opcode)
    {
        final String name = opcode.name();
        final String operation = name.substring(name.indexOf('_') + 1);
        final boolean isResponse = name.contains("RESPONSE") || name.contains("ACKNOWLEDGE");
        final boolean isMiddle = name.contains("_MIDDLE");

        assertEquals(isResponse, opcode.isResponse());
        assertEquals(!isResponse && opcode != Opcode.CNP, opcode.isRequest());
        assertEquals(!isMiddle && !name.contains("_LAST"), opcode.isStart());
        assertEquals(!isMiddle && !name.contains("_FIRST"), opcode.isEnd());
        assertEquals(!NO_PAYLOAD.contains(operation), opcode.hasPayload());
        assertEquals(name.substring(0, name.indexOf('_') < 0 ? name.length() : name.indexOf('_')),
            opcode.transport().name());
        assertEquals(opcode.code() >> 5, opcode.transport().code());
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldPlaceHeadersInWireOrderWithoutGaps(final Opcode opcode)
    {
        int offset = HeaderType.BTH.length();
        HeaderType previous = HeaderType.BTH;
        assertEquals(0, opcode.headerOffset(HeaderType.BTH));
        for (final HeaderType header : opcode.extendedHeaders())
        {
            assertEquals(offset, opcode.headerOffset(header));
            assertEquals(1, Integer.signum(header.compareTo(previous)), header + " after " + previous);
            offset += header.length();
            previous = header;
        }
        assertEquals(offset, opcode.headerLength());
    }

    @Test
    void shouldKnowItsLongestHeaders()
    {
        assertEquals(12 + 4 + 8 + 28, Opcode.MAX_HEADER_LENGTH);
    }
}
