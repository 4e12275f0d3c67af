/**
 * Faults on purpose: rules that drop, copy, delay, reorder, corrupt and mark datagrams on their way in or out, the same
 * ones again for the same seed. In front of {@link io.roce.nic.rx.ReceivePath} and of a
 * {@link io.roce.nic.link.Egress}. Owned by the lane's thread.
 */
package io.roce.nic.fault;
