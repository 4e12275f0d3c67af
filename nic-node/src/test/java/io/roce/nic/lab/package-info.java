/** What plays a node against adapters that are none of ours. */
package io.roce.nic.lab;
