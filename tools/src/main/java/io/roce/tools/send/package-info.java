/**
 * Sending by a tool: from which address, at which pace, and packets that differ in their PSN. Time and the socket are
 * passed in.
 */
package io.roce.tools.send;
