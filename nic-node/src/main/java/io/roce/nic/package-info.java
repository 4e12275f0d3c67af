/** One adapter: {@link io.roce.nic.NicNode} builds, starts and closes it; {@link io.roce.nic.MemoryNode} without sockets. */
package io.roce.nic;
