package io.roce.nic.link;

/**
 * Linux's numbers for what a UDP socket needs so that ICRCs are right on the wire. Identification and don't-fragment of
 * IPv4 are part of the ICRC; a socket that is not connected and has {@link #PMTUDISC_DO} sends 0 and set.
 */
final class SocketOptions
{
    static final int IPPROTO_IP = 0;
    static final int IP_MTU_DISCOVER = 10;

    static final int IPPROTO_IPV6 = 41;
    static final int IPV6_MTU_DISCOVER = 23;

    /** Never fragment. */
    static final int PMTUDISC_DO = 2;

    static final int IPPROTO_UDP = 17;

    /** Take IPv6 datagrams without a UDP checksum, as the kernel's own RoCEv2 stack sends them. */
    static final int UDP_NO_CHECK6_RX = 102;

    /** Leave together what the system has together of one sender, datagrams of one length and a shorter last one. */
    static final int UDP_GRO = 104;

    private SocketOptions()
    {
    }
}
