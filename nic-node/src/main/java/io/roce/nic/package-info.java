/** One adapter: {@link io.roce.nic.NicNode} builds, starts and closes it. */
package io.roce.nic;
