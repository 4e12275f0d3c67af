/**
 * What became of every datagram: the closed list of ends ({@link io.roce.nic.stats.Fate}) and the account of them
 * ({@link io.roce.nic.stats.Ledger}). Owned by the lane's thread.
 */
package io.roce.nic.stats;
