/**
 * The node over HTTP/1.1 and JSON. An event loop of its own reads requests and writes answers; what a request asks for
 * is done by the lane, as a command, and comes back as values. Nothing here touches what the lane owns.
 */
package io.roce.nic.admin;
