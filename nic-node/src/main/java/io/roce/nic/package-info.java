/**
 * One adapter: {@link io.roce.nic.NicNode} builds, starts and closes it, {@link io.roce.nic.MemoryNode} does so on a
 * wire in memory.
 */
package io.roce.nic;
