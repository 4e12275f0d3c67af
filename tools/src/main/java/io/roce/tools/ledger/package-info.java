/**
 * A node's ledger as tools see it: read before and after something is sent, and the difference told. Asks the admin
 * API; knows no packet.
 */
package io.roce.tools.ledger;
