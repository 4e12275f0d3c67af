/**
 * What happened: the history of queue pair numbers, kept apart from the table so that it outlives pages. Lane thread
 * only.
 */
package io.roce.nic.trace;
