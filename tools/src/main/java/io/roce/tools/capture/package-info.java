/** The RoCEv2 packets of a capture file, one after the other; what else is in the file is counted. */
package io.roce.tools.capture;
