/**
 * What the demonstration is made of: node processes, the recordings that the program brings, and a packet for each
 * fate.
 */
package io.roce.tools.demo;
