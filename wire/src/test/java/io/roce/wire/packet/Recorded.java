package io.roce.wire.packet;

import io.roce.wire.opcode.Opcode;

/**
 * Whole IP packets from outside this project, and what Wireshark reads in them: most recorded between two Linux
 * rdma_rxe adapters, whose IPv4 identifications are not 0.
 */
public enum Recorded
{
    /** atomic_fadd_v4.pcap, frame 1. */
    RXE_FETCH_ADD(Opcode.RC_FETCH_ADD, 0x000017, 0xDE9893, 0, 0x7A5B780B,
        "45000048dace400040114b1c0a5b00020a5b0003c21112b7003400001400ffff0000001780de9893000056442e5db000" +
        "000008e9000000000000000100000000000000007a5b780b"),
    /** atomic_fadd_v4.pcap, frame 2. */
    RXE_ATOMIC_ACKNOWLEDGE(Opcode.RC_ATOMIC_ACKNOWLEDGE, 0x000017, 0xDE9893, 0, 0x3F368DFA,
        "450000382f9b40004011f65f0a5b00030a5b0002c21112b7002400001200ffff0000001700de98931f00000159cb89e7" +
        "214db6863f368dfa"),
    /** atomic_cas_v6.pcap, frame 1. */
    RXE_COMPARE_SWAP_V6(Opcode.RC_COMPARE_SWAP, 0x000026, 0x538BC2, 0, 0x3BC204B3,
        "6000000000341140fd910000000000000000000000000002fd910000000000000000000000000003c5a412b700340000" +
        "1300ffff0000002680538bc2000055ec03fe8000000019f0000000000000000000000000000000003bc204b3"),
    /** atomic_cas_v6.pcap, frame 2. */
    RXE_ATOMIC_ACKNOWLEDGE_V6(Opcode.RC_ATOMIC_ACKNOWLEDGE, 0x000026, 0x538BC2, 0, 0xE3B6C952,
        "6000000000241140fd910000000000000000000000000003fd910000000000000000000000000002c5a412b700240000" +
        "1200ffff0000002600538bc21f0000016e9a96abbc0cd496e3b6c952"),
    /** odd_sizes.pcap, frame 1. */
    RXE_SEND_ONLY_EMPTY(Opcode.RC_SEND_ONLY, 0x000035, 0x000100, 0, 0x9D161536,
        "4500002c3de340004011e8230a5b00020a5b0003cb2e12b7001800000400ffff00000035800001009d161536"),
    /** odd_sizes.pcap, frame 5. */
    RXE_READ_REQUEST(Opcode.RC_RDMA_READ_REQUEST, 0x000035, 0x000102, 0, 0x6721FCD6,
        "4500003c3de540004011e8110a5b00020a5b0003cb2e12b7002800000c00ffff00000035800001020000559cebe3d000" +
        "00002a1d000000006721fcd6"),
    /** odd_sizes.pcap, frame 7. */
    RXE_SEND_ONLY_PAD_3(Opcode.RC_SEND_ONLY, 0x000035, 0x000103, 1, 0x3E5EC56C,
        "450000303de740004011e81b0a5b00020a5b0003cb2e12b7001c00000430ffff0000003580000103000000003e5ec56c"),
    /** odd_sizes.pcap, frame 15. */
    RXE_WRITE_ONLY_PAD_2(Opcode.RC_RDMA_WRITE_ONLY, 0x000035, 0x000107, 2, 0xF80B0697,
        "450000403deb40004011e8070a5b00020a5b0003cb2e12b7002c00000a20ffff00000035800001070000559cebe3d000" +
        "00002a1d0000000200010000f80b0697"),
    /** odd_sizes.pcap, frame 24. */
    RXE_READ_RESPONSE_ONLY_PAD_1(Opcode.RC_RDMA_READ_RESPONSE_ONLY, 0x000036, 0x00010B, 3, 0x16182B13,
        "450000348836400040119dc80a5b00030a5b0002cb2e12b7002000001010ffff000000360000010b1f00000c00010200" +
        "16182b13"),
    /** rnr_nak.pcap, frame 2. */
    RXE_RNR_NAK(Opcode.RC_ACKNOWLEDGE, 0x000043, 0x000100, 0, 0x1180CB2E,
        "45000030949b4000401191670a5b00030a5b0002d14612b7001c00001100ffff0000004300000100340000001180cb2e"),
    /** nak_access.pcap, frame 2. */
    RXE_NAK_ACCESS(Opcode.RC_ACKNOWLEDGE, 0x000045, 0x000100, 0, 0xB3212425,
        "45000030961f400040118fe30a5b00030a5b0002d25412b7001c00001100ffff000000450000010062000000b3212425"),
    /** rping_v6.pcap, frame 4. */
    RXE_SEND_ONLY_V6(Opcode.RC_SEND_ONLY, 0x00002A, 0x6AB2A5, 16, 0x3CA029D4,
        "6000000000281140fd910000000000000000000000000002fd910000000000000000000000000003f9eb12b700280000" +
        "0400ffff0000002a806ab2a50000557fe59839d00000210b000000643ca029d4"),
    /** rping_v6.pcap, frame 5. */
    RXE_ACKNOWLEDGE_V6(Opcode.RC_ACKNOWLEDGE, 0x00002A, 0x6AB2A5, 0, 0xD402FC0C,
        "60000000001c1140fd910000000000000000000000000003fd910000000000000000000000000002f9eb12b7001c0000" +
        "1100ffff0000002a006ab2a51f000001d402fc0c"),
    /** Captured on a ConnectX-4 Lx; a test vector of Scapy. */
    CONNECTX_CNP(Opcode.CNP, 0x000118, 0, 0, 0x82FD002A,
        "45c2003c718c4000401191610a0011010a001201000012b7002800008100ffff40000118000000000000000000000000" +
        "000000000000000082fd002a"),
    /** A test vector of Scapy. */
    UC_SEND_ONLY(Opcode.UC_SEND_ONLY, 0x0000D3, 0xCF1710, 18, 0x78F353F3,
        "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf17104630818be28935d9" +
        "0e9a95505401be885e50000078f353f3");

    private final Opcode opcode;
    private final int destQp;
    private final int psn;
    private final int payloadLength;
    private final int icrc;
    private final String ip;

    Recorded(
        final Opcode opcode,
        final int destQp,
        final int psn,
        final int payloadLength,
        final int icrc,
        final String ip)
    {
        this.opcode = opcode;
        this.destQp = destQp;
        this.psn = psn;
        this.payloadLength = payloadLength;
        this.icrc = icrc;
        this.ip = ip;
    }

    public Opcode opcode()
    {
        return opcode;
    }

    public int destQp()
    {
        return destQp;
    }

    public int psn()
    {
        return psn;
    }

    public int payloadLength()
    {
        return payloadLength;
    }

    /** As Wireshark shows it. */
    public int icrc()
    {
        return icrc;
    }

    public boolean isIpv6()
    {
        return ip.startsWith("6");
    }

    /** A new datagram with the real envelope. */
    public RoceDatagram datagram()
    {
        return Packets.ofIp(ip);
    }
}
