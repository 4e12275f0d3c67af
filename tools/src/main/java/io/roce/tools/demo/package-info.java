/**
 * {@code roce demo} and what it is made of: node processes, the recordings that the program brings, a packet for each
 * fate, and the ledgers at the end.
 */
package io.roce.tools.demo;
