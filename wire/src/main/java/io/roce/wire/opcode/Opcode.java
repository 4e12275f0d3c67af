package io.roce.wire.opcode;

import static io.roce.wire.header.HeaderType.AETH;
import static io.roce.wire.header.HeaderType.ATOMIC_ACK_ETH;
import static io.roce.wire.header.HeaderType.ATOMIC_ETH;
import static io.roce.wire.header.HeaderType.BTH;
import static io.roce.wire.header.HeaderType.CNP_RESERVED;
import static io.roce.wire.header.HeaderType.DETH;
import static io.roce.wire.header.HeaderType.FETH;
import static io.roce.wire.header.HeaderType.IETH;
import static io.roce.wire.header.HeaderType.IMM_DT;
import static io.roce.wire.header.HeaderType.RDETH;
import static io.roce.wire.header.HeaderType.RETH;
import static io.roce.wire.header.HeaderType.XRCETH;
import static io.roce.wire.opcode.Opcode.Traits.END;
import static io.roce.wire.opcode.Opcode.Traits.PAYLOAD;
import static io.roce.wire.opcode.Opcode.Traits.REQUEST;
import static io.roce.wire.opcode.Opcode.Traits.RESPONSE;
import static io.roce.wire.opcode.Opcode.Traits.START;

import io.roce.wire.header.HeaderType;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Every BTH opcode, one row each: its number, what kind of packet it makes, and the extended headers that follow the
 * BTH in wire order (IBTA Vol 1, section 9.2; XRC: annex A14; CNP: annex A17; FLUSH and ATOMIC WRITE: annex A19).
 * Numbers without a row are reserved or vendor-specific.
 */
public enum Opcode
{
    RC_SEND_FIRST(0x00, REQUEST | START | PAYLOAD),
    RC_SEND_MIDDLE(0x01, REQUEST | PAYLOAD),
    RC_SEND_LAST(0x02, REQUEST | END | PAYLOAD),
    RC_SEND_LAST_WITH_IMMEDIATE(0x03, REQUEST | END | PAYLOAD, IMM_DT),
    RC_SEND_ONLY(0x04, REQUEST | START | END | PAYLOAD),
    RC_SEND_ONLY_WITH_IMMEDIATE(0x05, REQUEST | START | END | PAYLOAD, IMM_DT),
    RC_RDMA_WRITE_FIRST(0x06, REQUEST | START | PAYLOAD, RETH),
    RC_RDMA_WRITE_MIDDLE(0x07, REQUEST | PAYLOAD),
    RC_RDMA_WRITE_LAST(0x08, REQUEST | END | PAYLOAD),
    RC_RDMA_WRITE_LAST_WITH_IMMEDIATE(0x09, REQUEST | END | PAYLOAD, IMM_DT),
    RC_RDMA_WRITE_ONLY(0x0A, REQUEST | START | END | PAYLOAD, RETH),
    RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0x0B, REQUEST | START | END | PAYLOAD, RETH, IMM_DT),
    RC_RDMA_READ_REQUEST(0x0C, REQUEST | START | END, RETH),
    RC_RDMA_READ_RESPONSE_FIRST(0x0D, RESPONSE | START | PAYLOAD, AETH),
    RC_RDMA_READ_RESPONSE_MIDDLE(0x0E, RESPONSE | PAYLOAD),
    RC_RDMA_READ_RESPONSE_LAST(0x0F, RESPONSE | END | PAYLOAD, AETH),
    RC_RDMA_READ_RESPONSE_ONLY(0x10, RESPONSE | START | END | PAYLOAD, AETH),
    RC_ACKNOWLEDGE(0x11, RESPONSE | START | END, AETH),
    RC_ATOMIC_ACKNOWLEDGE(0x12, RESPONSE | START | END, AETH, ATOMIC_ACK_ETH),
    RC_COMPARE_SWAP(0x13, REQUEST | START | END, ATOMIC_ETH),
    RC_FETCH_ADD(0x14, REQUEST | START | END, ATOMIC_ETH),
    RC_SEND_LAST_WITH_INVALIDATE(0x16, REQUEST | END | PAYLOAD, IETH),
    RC_SEND_ONLY_WITH_INVALIDATE(0x17, REQUEST | START | END | PAYLOAD, IETH),
    RC_FLUSH(0x1C, REQUEST | START | END, FETH, RETH),
    RC_ATOMIC_WRITE(0x1D, REQUEST | START | END | PAYLOAD, RETH),

    UC_SEND_FIRST(0x20, REQUEST | START | PAYLOAD),
    UC_SEND_MIDDLE(0x21, REQUEST | PAYLOAD),
    UC_SEND_LAST(0x22, REQUEST | END | PAYLOAD),
    UC_SEND_LAST_WITH_IMMEDIATE(0x23, REQUEST | END | PAYLOAD, IMM_DT),
    UC_SEND_ONLY(0x24, REQUEST | START | END | PAYLOAD),
    UC_SEND_ONLY_WITH_IMMEDIATE(0x25, REQUEST | START | END | PAYLOAD, IMM_DT),
    UC_RDMA_WRITE_FIRST(0x26, REQUEST | START | PAYLOAD, RETH),
    UC_RDMA_WRITE_MIDDLE(0x27, REQUEST | PAYLOAD),
    UC_RDMA_WRITE_LAST(0x28, REQUEST | END | PAYLOAD),
    UC_RDMA_WRITE_LAST_WITH_IMMEDIATE(0x29, REQUEST | END | PAYLOAD, IMM_DT),
    UC_RDMA_WRITE_ONLY(0x2A, REQUEST | START | END | PAYLOAD, RETH),
    UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0x2B, REQUEST | START | END | PAYLOAD, RETH, IMM_DT),

    RD_SEND_FIRST(0x40, REQUEST | START | PAYLOAD, RDETH, DETH),
    RD_SEND_MIDDLE(0x41, REQUEST | PAYLOAD, RDETH, DETH),
    RD_SEND_LAST(0x42, REQUEST | END | PAYLOAD, RDETH, DETH),
    RD_SEND_LAST_WITH_IMMEDIATE(0x43, REQUEST | END | PAYLOAD, RDETH, DETH, IMM_DT),
    RD_SEND_ONLY(0x44, REQUEST | START | END | PAYLOAD, RDETH, DETH),
    RD_SEND_ONLY_WITH_IMMEDIATE(0x45, REQUEST | START | END | PAYLOAD, RDETH, DETH, IMM_DT),
    RD_RDMA_WRITE_FIRST(0x46, REQUEST | START | PAYLOAD, RDETH, DETH, RETH),
    RD_RDMA_WRITE_MIDDLE(0x47, REQUEST | PAYLOAD, RDETH, DETH),
    RD_RDMA_WRITE_LAST(0x48, REQUEST | END | PAYLOAD, RDETH, DETH),
    RD_RDMA_WRITE_LAST_WITH_IMMEDIATE(0x49, REQUEST | END | PAYLOAD, RDETH, DETH, IMM_DT),
    RD_RDMA_WRITE_ONLY(0x4A, REQUEST | START | END | PAYLOAD, RDETH, DETH, RETH),
    RD_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0x4B, REQUEST | START | END | PAYLOAD, RDETH, DETH, RETH, IMM_DT),
    RD_RDMA_READ_REQUEST(0x4C, REQUEST | START | END, RDETH, DETH, RETH),
    RD_RDMA_READ_RESPONSE_FIRST(0x4D, RESPONSE | START | PAYLOAD, RDETH, AETH),
    RD_RDMA_READ_RESPONSE_MIDDLE(0x4E, RESPONSE | PAYLOAD, RDETH),
    RD_RDMA_READ_RESPONSE_LAST(0x4F, RESPONSE | END | PAYLOAD, RDETH, AETH),
    RD_RDMA_READ_RESPONSE_ONLY(0x50, RESPONSE | START | END | PAYLOAD, RDETH, AETH),
    RD_ACKNOWLEDGE(0x51, RESPONSE | START | END, RDETH, AETH),
    RD_ATOMIC_ACKNOWLEDGE(0x52, RESPONSE | START | END, RDETH, AETH, ATOMIC_ACK_ETH),
    RD_COMPARE_SWAP(0x53, REQUEST | START | END, RDETH, DETH, ATOMIC_ETH),
    RD_FETCH_ADD(0x54, REQUEST | START | END, RDETH, DETH, ATOMIC_ETH),
    RD_RESYNC(0x55, REQUEST | START | END, RDETH, DETH),
    RD_FLUSH(0x5C, REQUEST | START | END, RDETH, DETH, FETH, RETH),

    UD_SEND_ONLY(0x64, REQUEST | START | END | PAYLOAD, DETH),
    UD_SEND_ONLY_WITH_IMMEDIATE(0x65, REQUEST | START | END | PAYLOAD, DETH, IMM_DT),

    CNP(0x81, START | END, CNP_RESERVED),

    XRC_SEND_FIRST(0xA0, REQUEST | START | PAYLOAD, XRCETH),
    XRC_SEND_MIDDLE(0xA1, REQUEST | PAYLOAD, XRCETH),
    XRC_SEND_LAST(0xA2, REQUEST | END | PAYLOAD, XRCETH),
    XRC_SEND_LAST_WITH_IMMEDIATE(0xA3, REQUEST | END | PAYLOAD, XRCETH, IMM_DT),
    XRC_SEND_ONLY(0xA4, REQUEST | START | END | PAYLOAD, XRCETH),
    XRC_SEND_ONLY_WITH_IMMEDIATE(0xA5, REQUEST | START | END | PAYLOAD, XRCETH, IMM_DT),
    XRC_RDMA_WRITE_FIRST(0xA6, REQUEST | START | PAYLOAD, XRCETH, RETH),
    XRC_RDMA_WRITE_MIDDLE(0xA7, REQUEST | PAYLOAD, XRCETH),
    XRC_RDMA_WRITE_LAST(0xA8, REQUEST | END | PAYLOAD, XRCETH),
    XRC_RDMA_WRITE_LAST_WITH_IMMEDIATE(0xA9, REQUEST | END | PAYLOAD, XRCETH, IMM_DT),
    XRC_RDMA_WRITE_ONLY(0xAA, REQUEST | START | END | PAYLOAD, XRCETH, RETH),
    XRC_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0xAB, REQUEST | START | END | PAYLOAD, XRCETH, RETH, IMM_DT),
    XRC_RDMA_READ_REQUEST(0xAC, REQUEST | START | END, XRCETH, RETH),
    XRC_RDMA_READ_RESPONSE_FIRST(0xAD, RESPONSE | START | PAYLOAD, AETH),
    XRC_RDMA_READ_RESPONSE_MIDDLE(0xAE, RESPONSE | PAYLOAD),
    XRC_RDMA_READ_RESPONSE_LAST(0xAF, RESPONSE | END | PAYLOAD, AETH),
    XRC_RDMA_READ_RESPONSE_ONLY(0xB0, RESPONSE | START | END | PAYLOAD, AETH),
    XRC_ACKNOWLEDGE(0xB1, RESPONSE | START | END, AETH),
    XRC_ATOMIC_ACKNOWLEDGE(0xB2, RESPONSE | START | END, AETH, ATOMIC_ACK_ETH),
    XRC_COMPARE_SWAP(0xB3, REQUEST | START | END, XRCETH, ATOMIC_ETH),
    XRC_FETCH_ADD(0xB4, REQUEST | START | END, XRCETH, ATOMIC_ETH),
    XRC_SEND_LAST_WITH_INVALIDATE(0xB6, REQUEST | END | PAYLOAD, XRCETH, IETH),
    XRC_SEND_ONLY_WITH_INVALIDATE(0xB7, REQUEST | START | END | PAYLOAD, XRCETH, IETH);

    /** Length in bytes of the longest header stack of any row, the BTH included. */
    public static final int MAX_HEADER_LENGTH;

    private static final Opcode[] BY_CODE = new Opcode[256];

    static
    {
        int maxHeaderLength = 0;
        for (final Opcode opcode : values())
        {
            if (BY_CODE[opcode.code] != null)
            {
                throw new IllegalStateException(opcode + " and " + BY_CODE[opcode.code] + " share a code");
            }
            BY_CODE[opcode.code] = opcode;
            maxHeaderLength = Math.max(maxHeaderLength, opcode.headerLength);
        }
        MAX_HEADER_LENGTH = maxHeaderLength;
    }

    private static final int ABSENT = -1;
    private static final int TRANSPORT_SHIFT = 5;

    private final int code;
    private final int traits;
    private final TransportType transport;
    private final List<HeaderType> extendedHeaders;
    private final int[] headerOffsets = new int[HeaderType.values().length];
    private final int headerLength;

    Opcode(final int code, final int traits, final HeaderType... extendedHeaders)
    {
        this.code = code;
        this.traits = traits;
        this.transport = TransportType.get(code >> TRANSPORT_SHIFT);
        this.extendedHeaders = Collections.unmodifiableList(Arrays.asList(extendedHeaders));

        Arrays.fill(headerOffsets, ABSENT);
        headerOffsets[BTH.ordinal()] = 0;
        int length = BTH.length();
        for (final HeaderType header : extendedHeaders)
        {
            headerOffsets[header.ordinal()] = length;
            length += header.length();
        }
        headerLength = length;
    }

    /** The row with that number, or null when it is reserved. */
    public static Opcode get(final int code)
    {
        return BY_CODE[code & 0xFF];
    }

    /** The number on the wire, 0 to 255. */
    public int code()
    {
        return code;
    }

    public TransportType transport()
    {
        return transport;
    }

    /** Sent by a requester to a responder. A CNP is neither request nor response. */
    public boolean isRequest()
    {
        return has(REQUEST);
    }

    /** Sent by a responder to a requester. */
    public boolean isResponse()
    {
        return has(RESPONSE);
    }

    /** Begins a message: First or Only. */
    public boolean isStart()
    {
        return has(START);
    }

    /** Ends a message: Last or Only. */
    public boolean isEnd()
    {
        return has(END);
    }

    /** May carry payload behind its headers. */
    public boolean hasPayload()
    {
        return has(PAYLOAD);
    }

    public boolean has(final HeaderType header)
    {
        return headerOffsets[header.ordinal()] != ABSENT;
    }

    /** Where a header of this opcode starts, counted from the start of the BTH; meaningless when it has none. */
    public int headerOffset(final HeaderType header)
    {
        return headerOffsets[header.ordinal()];
    }

    /** The headers behind the BTH in wire order. */
    public List<HeaderType> extendedHeaders()
    {
        return extendedHeaders;
    }

    /** Bytes from the start of the BTH to the payload. */
    public int headerLength()
    {
        return headerLength;
    }

    private boolean has(final int trait)
    {
        return (traits & trait) != 0;
    }

    /** What a row can be; private to the table, so that nobody can mask the wrong word. */
    static final class Traits
    {
        static final int REQUEST = 1;
        static final int RESPONSE = 1 << 1;
        static final int START = 1 << 2;
        static final int END = 1 << 3;
        static final int PAYLOAD = 1 << 4;

        private Traits()
        {
        }
    }
}
