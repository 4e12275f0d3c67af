package io.roce.nic.verbs;

/**
 * What an adapter can do, which does not change while it is open; fields as of {@code ibv_device_attr}. How many there
 * can be is not how many there is memory for.
 *
 * @param maxQp         queue pairs that may live at once.
 * @param firstQpn      first number that they are given.
 * @param lastQpn       last number that they are given.
 * @param maxQpWr       what {@code max_send_wr} and {@code max_recv_wr} can be.
 * @param maxSge        what {@code max_send_sge} and {@code max_recv_sge} can be.
 * @param maxInlineData what {@code max_inline_data} can be, in bytes.
 * @param maxQpRdAtom   what {@code max_rd_atomic} and {@code max_dest_rd_atomic} can be.
 * @param maxCq         completion queues that may live at once.
 * @param maxCqe        completions that one can hold.
 * @param maxMr         memory regions that may be registered at once.
 * @param maxMrSize     bytes of a memory region.
 * @param maxPd         protection domains that may live at once.
 * @param physPortCnt   ports; {@link Verbs#queryPort} tells of each.
 */
public record DeviceAttributes(
    int maxQp,
    int firstQpn,
    int lastQpn,
    int maxQpWr,
    int maxSge,
    int maxInlineData,
    int maxQpRdAtom,
    int maxCq,
    int maxCqe,
    int maxMr,
    long maxMrSize,
    int maxPd,
    int physPortCnt)
{
}
