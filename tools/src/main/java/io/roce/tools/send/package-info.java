/**
 * {@code roce send}, and sending by any tool: where to, from which address, and packets that differ in their PSN. Time
 * and the socket are passed in.
 */
package io.roce.tools.send;
