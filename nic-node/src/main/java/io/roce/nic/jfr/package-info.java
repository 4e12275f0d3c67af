/**
 * Events for Java Flight Recorder: datagrams that were dropped, the life of queue pairs, and lanes that were kept busy
 * for long. While nothing records them they allocate nothing and look at no clock.
 */
package io.roce.nic.jfr;
