/**
 * Memory that work requests and peers name by keys: protection domains, regions, and what a key gives access to. Lane
 * thread only; what a program keeps of a region are its addresses and keys.
 */
package io.roce.nic.memory;
