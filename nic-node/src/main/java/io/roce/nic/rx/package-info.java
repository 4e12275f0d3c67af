/**
 * The receive path: the ordered checks that every datagram meets, and the one place where it ends with a
 * {@link io.roce.nic.stats.Fate}. Lane thread only.
 */
package io.roce.nic.rx;
