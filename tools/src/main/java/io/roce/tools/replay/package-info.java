/**
 * Sends the packets of a capture to a node: which queue pairs the capture speaks of, which numbers they get on the
 * node, and how each packet is changed for its new addresses.
 */
package io.roce.tools.replay;
