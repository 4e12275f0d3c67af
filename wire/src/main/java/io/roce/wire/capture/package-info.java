/**
 * Capture files, pcap and pcapng, read without native libraries ({@link io.roce.wire.capture.CaptureReader}), and
 * copied with frames changed ({@link io.roce.wire.capture.CaptureCopy}, {@link io.roce.wire.capture.FrameEditor}); the
 * way from a frame down to the UDP datagram in it ({@link io.roce.wire.capture.FrameDissector}), or to the reason why
 * there is none to read ({@link io.roce.wire.capture.FrameKind}).
 */
package io.roce.wire.capture;
