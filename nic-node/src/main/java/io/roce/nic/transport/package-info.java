/**
 * What RC, UC and UD queue pairs do with the packets that passed admission, and what they send: responders, requesters,
 * completers (IBTA Vol 1, sections 9.7 to 9.9). Lane thread only.
 */
package io.roce.nic.transport;
