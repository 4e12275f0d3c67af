/**
 * The fates that the frames of a capture are expected to meet: the file that says so, and the comparison with those
 * met. Knows no node and no capture.
 */
package io.roce.tools.expect;
