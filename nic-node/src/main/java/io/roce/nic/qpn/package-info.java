/**
 * Queue pair numbers: which are free, in what order they are handed out, and how long a freed one is held back. Knows
 * nothing of queue pairs. Lane thread only.
 */
package io.roce.nic.qpn;
