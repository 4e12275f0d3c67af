package io.roce.wire.capture;

import java.util.Map;

/** Names of link types that are not read but met, for the sentence that refuses them. */
final class LinkTypeNames
{
    private static final Map<Integer, String> NAMES = Map.ofEntries(
        Map.entry(6, "IEEE802_5"),
        Map.entry(8, "SLIP"),
        Map.entry(9, "PPP"),
        Map.entry(10, "FDDI"),
        Map.entry(50, "PPP_HDLC"),
        Map.entry(51, "PPP_ETHER"),
        Map.entry(104, "C_HDLC"),
        Map.entry(105, "IEEE802_11"),
        Map.entry(107, "FRELAY"),
        Map.entry(117, "PFLOG"),
        Map.entry(119, "IEEE802_11_PRISM"),
        Map.entry(127, "IEEE802_11_RADIOTAP"),
        Map.entry(147, "USER0"),
        Map.entry(187, "BLUETOOTH_HCI_H4"),
        Map.entry(189, "USB_LINUX"),
        Map.entry(192, "PPI"),
        Map.entry(195, "IEEE802_15_4_WITHFCS"),
        Map.entry(201, "BLUETOOTH_HCI_H4_WITH_PHDR"),
        Map.entry(220, "USB_LINUX_MMAPPED"),
        Map.entry(227, "CAN_SOCKETCAN"),
        Map.entry(239, "NFLOG"),
        Map.entry(247, "INFINIBAND"),
        Map.entry(249, "USBPCAP"),
        Map.entry(253, "NETLINK"),
        Map.entry(266, "USB_DARWIN"),
        Map.entry(274, "ETHERNET_MPACKET"));

    private LinkTypeNames()
    {
    }

    /** Name and number, or the number alone. */
    static String describe(final int code)
    {
        final String name = NAMES.get(code);
        return name == null ? Integer.toString(code) : name + " (" + code + ")";
    }
}
