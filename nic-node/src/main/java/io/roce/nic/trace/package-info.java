/**
 * What happened: who is told how each datagram ended and why ({@link io.roce.nic.trace.FateListener}), the last that
 * were dropped, and the history of queue pair numbers, kept apart from the table so that it outlives pages. Lane thread
 * only.
 */
package io.roce.nic.trace;
