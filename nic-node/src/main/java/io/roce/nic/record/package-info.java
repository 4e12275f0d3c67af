/**
 * The annotated capture: what comes and goes, written to pcapng files with how each packet ended and why. The lane
 * hands packets over by a ring in memory ({@link io.roce.nic.record.Recorder}) and never waits; a thread of its own
 * writes ({@link io.roce.nic.record.RecordSession}). What finds no room in the ring is counted, and the file says so.
 */
package io.roce.nic.record;
