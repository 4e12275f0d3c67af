/**
 * Capture files, pcap and pcapng, read without native libraries; and the way from a frame down to the UDP datagram in it.
 */
package io.roce.wire.capture;
