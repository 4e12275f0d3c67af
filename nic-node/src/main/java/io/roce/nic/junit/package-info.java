/**
 * Nodes in a test, for JUnit 5, which programs that have no such tests do not need: over sockets of this machine, or on
 * a wire in memory in time that passes only when something happens. Test's thread only.
 */
package io.roce.nic.junit;
