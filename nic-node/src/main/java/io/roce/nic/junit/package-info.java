/**
 * Nodes in a test, for JUnit 5, which programs that have no such tests do not need: over sockets of this machine, or on
 * a wire in memory in time that passes only when something happens. For the test's thread; on sockets queue pairs and
 * completion queues are for other threads too, as they say themselves.
 */
package io.roce.nic.junit;
